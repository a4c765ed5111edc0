/** The promises of a store, told once and run on every implementation. */
import { describe } from "vitest";
import { answersContract } from "./answers-contract.ts";
import { damageContract } from "./damage-contract.ts";
import { erasureContract } from "./erasure-contract.ts";
import { learntContract } from "./learnt-contract.ts";
import { listContract } from "./list-contract.ts";
import { manifestsContract } from "./manifests-contract.ts";
import { memoryContract } from "./memory-contract.ts";
import type { OpenContractStore } from "./open-contract-store.ts";
import { peopleContract } from "./people-contract.ts";
import { recallContract } from "./recall-contract.ts";
import { retentionContract } from "./retention-contract.ts";
import { shadowsContract } from "./shadows-contract.ts";
import { tenantsContract } from "./tenants-contract.ts";
import { vectorsContract } from "./vectors-contract.ts";

/** `name`: of the implementation. */
export function storeContract(name: string, open: OpenContractStore): void {
  describe(`${name}: manifests, texts, snapshots`, () => manifestsContract(open));
  describe(`${name}: damage`, () => damageContract(open));
  describe(`${name}: lists`, () => listContract(open));
  describe(`${name}: answers`, () => answersContract(open));
  describe(`${name}: views and exports`, () => peopleContract(open));
  describe(`${name}: memory`, () => memoryContract(open));
  describe(`${name}: recall`, () => recallContract(open));
  describe(`${name}: shadows`, () => shadowsContract(open));
  describe(`${name}: erasure`, () => erasureContract(open));
  describe(`${name}: retention`, () => retentionContract(open));
  describe(`${name}: tenants`, () => tenantsContract(open));
  describe(`${name}: what was learnt`, () => learntContract(open));
  describe(`${name}: vectors`, () => vectorsContract(open));
}
