/** One POST of the demo, to a service that runs on this machine. IO. */

/** Throws an Error with the whole answer where that is no 2xx. */
export async function post(url: string, body: unknown, accept = "application/json"): Promise<Response> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}
