/** Texts of the support desk, as a retriever would find them: two versions of what changes, and what is beside the point. Pure. */

export const REFUND_POLICY_V3 = `Refund policy, version 3, in force since January 2026.

The refund window is 30 days. It begins on the day the parcel is handed over and is the same for every plan, the annual one included.

What can be sent back: stations, sensors, mounts and spare parts, unused or tried out with care. A box that has been opened is no reason to refuse. What was made to order, and gift cards, are not taken back.

How it works: the customer asks for a label in the account, under Orders, and sends the parcel within a week of that. We look at it and pay back the full amount to the means of payment that was used, usually within five working days. Postage to us is free for anything faulty; otherwise it is taken off the amount.

Plans: an annual plan that has been used for less than the window is paid back whole. After that the months that are left are paid back, less one month.

Faulty goods: the window does not matter. Repair or replacement is offered first, a refund if neither works. Ask for a photo and the serial number, nothing more.

Exceptions are decided by the refund team and by nobody else. An agent or an assistant may say what this policy allows, and must not promise an amount or a day.

Questions that this text does not answer go to the refund team with the order's number. Earlier versions no longer hold, also for orders placed while they did.`;

export const REFUND_POLICY_V2 = `Returns and refunds, second edition, spring 2024.

Customers may return goods they do not like. The refund window is 14 days, counted from the date on the invoice, not from the day of delivery. A parcel that reaches us later goes back to the sender at the sender's cost.

Condition: only goods in their sealed box are taken back. Once the seal is broken the goods count as used, and a fifth of what was paid is kept for cleaning and testing. Batteries, solar panels, cables and everything from the clearance shelf are excluded.

Procedure for agents:
1. Check the invoice date. If it is too old, say so politely and close the ticket.
2. If it is in time, send the form RF-2 by e-mail. The customer prints it, signs it and puts it into the box.
3. When the warehouse has confirmed the seal, enter the refund in the old back office. Payment follows with the next weekly run.

Annual plans: no refund once the plan has begun. The customer keeps the forecasts until the year is over. A change from annual to monthly is possible at the end of the year only.

Faulty goods: within the first half year we repair; later the customer pays for parts. A replacement needs the consent of the shift lead. Ask for a video of the fault, the invoice and a copy of the warranty card.

Goodwill: a shift lead may grant one voucher for each customer and year. Vouchers are never paid out. Do not mention goodwill unless the customer does.

Wording: always call it a return, not a refund, until the warehouse has confirmed the seal. Never write to a customer that the goods were faulty; write that they were reported as faulty.`;

export const SHIPPING_FAQ = `Shipping, frequently asked questions.

How long does a parcel take? Two to four working days within the country, three to seven to neighbouring countries, up to three weeks overseas. Over the holidays add two.

What does it cost? Small parts go as a letter for a flat fee. Stations go as a parcel; from a basket of 150 on it is free. Express is offered at checkout where the carrier has it, and has to be ordered before noon.

Which carriers do you use? Prairie Parcel in America, Correio Verde and Blaue Post in Europe, Monsoon Express in Asia. The carrier is chosen by the warehouse and cannot be wished for.

Where is my parcel? The number in the dispatch e-mail leads to the carrier's page. It takes a day until the first scan shows. If nothing has moved for five working days, write to us and we ask the carrier to search; a search takes up to ten.

Can it be left with a neighbour? Yes, if the carrier offers it: the choice is made on the carrier's page, not with us. We may not enter names of neighbours for you.

Nobody was at home. The carrier tries again on the next working day and then leaves the parcel at a pick-up point, where it waits for a week. After that it comes back to us and we get in touch.

Can I change the address? Until the parcel is packed, in the account under Orders. After that only the carrier can, and not always.

Do you ship to islands and to forces addresses? Yes, as a letter or a parcel without express. It takes about a week longer.

Customs: inside the union there is nothing to pay. Elsewhere the carrier asks for duty at the door; we cannot say how much. Keep the invoice that is taped to the outside of the box.

My parcel is damaged. Take a photo before you open it, and another of what is inside. Do not refuse it: a refused parcel takes longer to come back than one with a photo takes to settle.

Can I collect it myself? Not at the warehouse. In three cities a pick-up point can be chosen at checkout.

Is the packaging recycled? The box is cardboard without plastic, the filling is paper. Please keep the box of a station until you know that you will keep the station.`;

export const ORDER_HISTORY = `Order history of the customer, newest first.

4471: weather station with a solar panel, one parcel from the Chicago warehouse. Ordered in the web shop, paid by card. The station was the customer's second; the first one stays in use at the lake house.
4203: wind sensor, sent as a replacement for one that whistled. No charge. The customer kept the old sensor for parts, agreed with the desk.
3876: two spare batteries and a wall mount, with the note that the mount should fit a fence post. The mount did fit, says a later message.
3310: first order. Weather station, annual plan taken at checkout. Set up with help by chat: the station did not find the network until the router's second band was switched off.

What is known beside the orders: the customer has not sent anything back so far. Each order was paid at once. Two of the four came as a gift, with an invoice to the customer and a parcel to somebody else; both addresses were used only once. A request for a bulk discount for a school was answered in autumn and not followed up.

Contacts about orders: twice before a purchase, both times about which sensor fits which station; once after, about the whistling sensor. The customer answers within the hour, reads what is linked and sends photos without being asked. Earlier agents noted that long answers are not welcome and that steps in a list are.

Open points: the desk owes an answer about order 4471. The customer asked for it yesterday and again today. Nobody has looked the order up yet, and the returns team has not put a date on it. The station is said to be fine; the garden turned out to be too shaded for the solar panel, which is what the customer wants to give back, with or without the station.

Compiled by the order desk from its own notes; what counts is the order system.`;

export const EMAIL_NOTE = "Prefers e-mail to chat for anything with a decision in it, and wants the decision in the first line.";

export const PROFILE =
  "Teo, customer since January 2024, on the annual plan; writes from Chicago. Runs two stations, knows them well and needs no basics. " +
  "Wants short answers with steps in a list. Has allowed us to use the order history to answer. Asked not to be sent offers.";

export const BRAND_VOICE =
  "Skylark sounds like a neighbour who knows the weather: warm, brief, never salesy. No exclamation marks. Say station, not device.";

export const PRICE_LIST_2023 = "Price list 2023. The monthly price of the plan is $9.99. Sensors and mounts see the web shop.";

export const PRICE_LIST_2026 = "Price list 2026. The monthly price of the plan is $12.99. Sensors and mounts see the web shop.";
