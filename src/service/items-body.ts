/** What a question's body may bring beside its words, as validated at the edge; absent means not given. Pure types. */
import type { GivenKind, STATUSES } from "../pipeline/given.ts";
import type { Json } from "../sources/source-result.ts";

type Scalar = string | number | boolean;

export interface CandidateBody {
  readonly id: string;
  readonly kind: GivenKind;
  readonly text: string;
  readonly label?: string | undefined;
  readonly abstract?: string | undefined;
  readonly tool?: string | undefined;
  readonly after?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly origin?: "explicit" | "inferred" | undefined;
  readonly relevance?: number | undefined;
  readonly trust?: number | undefined;
  readonly freshness?: number | undefined;
  readonly user_need?: number | undefined;
  readonly conflict_risk?: number | undefined;
  readonly value?: number | undefined;
  readonly pinned?: boolean | undefined;
  readonly published_at?: string | undefined;
  readonly effective_from?: string | undefined;
  readonly effective_to?: string | undefined;
  readonly key?: string | undefined;
  readonly version?: string | number | undefined;
  readonly supersedes?: readonly string[] | undefined;
  readonly topic?: string | undefined;
  readonly claims?: Readonly<Record<string, string>> | undefined;
  readonly acl?:
    | {
        readonly subjects?: readonly string[] | undefined;
        readonly groups?: readonly string[] | undefined;
        readonly plans?: readonly string[] | undefined;
      }
    | undefined;
  readonly applies_to?: Readonly<Record<string, Scalar | readonly Scalar[]>> | undefined;
  readonly tokens?: number | undefined;
}

export type TurnPartBody =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

export interface TurnBody {
  readonly id: string;
  readonly role: "user" | "assistant" | "tool";
  readonly content: string | readonly TurnPartBody[] | null;
  readonly tool_calls?:
    | readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[]
    | undefined;
  readonly tool_call_id?: string | undefined;
  readonly value?: number | undefined;
  readonly pinned?: boolean | undefined;
  readonly tokens?: number | undefined;
}

export interface ToolBody {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters: { readonly [member: string]: Json };
}

export interface ItemsBody {
  readonly candidates?: readonly CandidateBody[] | undefined;
  readonly turns?: readonly TurnBody[] | undefined;
  readonly tools?: readonly ToolBody[] | undefined;
  readonly tokens?:
    | { readonly system?: number | undefined; readonly tools?: number | undefined; readonly question?: number | undefined }
    | undefined;
}
