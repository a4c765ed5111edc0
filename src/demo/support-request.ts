/** The refund question as a chat backend would send it: turns, tools, and what its retriever and its tools found. Pure. */
import { SAMPLE_DAY, shiftDates } from "./sample-answers.ts";
import { ORDER_RECORD, TURN_5, TURN_7, TURN_8, TURN_9 } from "./support-conversation.ts";
import { EMAIL_NOTE, ORDER_HISTORY, PROFILE, REFUND_POLICY_V2, REFUND_POLICY_V3, SHIPPING_FAQ } from "./support-documents.ts";

export interface RefundRequest {
  readonly policy: string;
  /** Whether the retriever says which version of the refund policy each text is. */
  readonly versions: "unknown" | "known";
  /** The tool that looked the order up, where the policy says what to keep of its results; null: the result goes on whole. */
  readonly tool: string | null;
  /** YYYY-MM-DD; dates of the order move to it. */
  readonly today: string;
}

/** A body of `POST /assemble`. */
export function refundRequest({ policy, versions, tool, today }: RefundRequest): Readonly<Record<string, unknown>> {
  const version = (number: number, effective_from: string) =>
    versions === "known" ? { key: "refund_policy", version: number, effective_from } : {};
  const lookup = { id: "order-lookup", kind: "tool_result", value: 0.95, after: "turn-5", label: "Order lookup" };
  return {
    policy,
    subject: "teo",
    question: "Can I still get a refund for order 4471?",
    tools: TOOLS,
    turns: TURNS,
    candidates: [
      { id: "profile", kind: "memory", pinned: true, label: "Customer profile", text: PROFILE },
      { id: "email-note", kind: "memory", value: 0.6, label: "E-mail note", text: EMAIL_NOTE },
      { ...document("refund-policy-v3", 0.95, "Refund policy v3", REFUND_POLICY_V3), ...version(3, "2026-01-01") },
      { ...document("refund-policy-v2", 0.9, "Refund policy v2", REFUND_POLICY_V2), ...version(2, "2024-04-01") },
      document("refund-policy-copy", 0.8, "Refund policy, quoted earlier", REFUND_POLICY_V3),
      document("order-history", 0.7, "Order history", ORDER_HISTORY),
      document("shipping-faq", 0.5, "Shipping FAQ", SHIPPING_FAQ),
      { ...lookup, ...(tool === null ? {} : { tool }), text: JSON.stringify(shiftDates(ORDER_RECORD, SAMPLE_DAY, today)) },
    ],
  };
}

const document = (id: string, value: number, label: string, text: string) => ({ id, kind: "document", value, label, text });

/** Turn 6, the answer of a tool that failed, was left out by the backend. */
const TURNS = [
  { id: "turn-5", role: "assistant", value: 0.48, content: TURN_5 },
  { id: "turn-7", role: "assistant", value: 0.55, content: TURN_7 },
  { id: "turn-8", role: "user", pinned: true, content: TURN_8 },
  { id: "turn-9", role: "assistant", pinned: true, content: TURN_9 },
];

const text = (description: string) => ({ type: "string", description });
const parameters = (properties: Readonly<Record<string, unknown>>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const TOOLS = [
  {
    name: "order_lookup",
    description: "The order as the order system has it now: state, delivery, and until when it can be sent back.",
    parameters: parameters({ number: { type: "integer", description: "The order's number." } }),
  },
  {
    name: "billing_status",
    description: "Whether the account is active, on which plan, and until when it is paid.",
    parameters: parameters({ subject: text("The customer's id.") }),
  },
  {
    name: "shipment_tracking",
    description: "Where a parcel is, by the carrier's last report.",
    parameters: parameters({ tracking_id: text("As in the dispatch e-mail.") }),
  },
];
