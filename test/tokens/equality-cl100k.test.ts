import ranks from "js-tiktoken/ranks/cl100k_base";
import { describeEquality } from "./equality.ts";

describeEquality("cl100k_base", ranks, 2);
