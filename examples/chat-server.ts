/** The HTTP side that all examples share: `POST /chat` takes a question and streams the answer as plain text. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Question } from "./winnow.ts";

/** Writes the answer piece by piece as it comes. */
export type AnswerQuestion = (question: Question, write: (piece: string) => void) => Promise<void>;

/** Listens on PORT (3000; 0 takes a free one). */
export function serveChat(answer: AnswerQuestion): void {
  const server = createServer(async (request, response) => {
    try {
      const question = JSON.parse(await bodyOf(request)) as Question;
      response.setHeader("content-type", "text/plain; charset=utf-8");
      await answer(question, (piece) => void response.write(piece));
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : "failed"}\n`);
      if (!response.headersSent) response.statusCode = 502;
    }
    response.end();
  });
  server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
    process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
