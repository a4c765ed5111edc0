import ranks from "js-tiktoken/ranks/o200k_base";
import { describeEquality } from "./equality.ts";

describeEquality("o200k_base", ranks, 1);
