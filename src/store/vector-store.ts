/** What a store of vectors promises: by model and text, so that what was computed once is not asked for again. Pure types. */

/** No tenant is in the key: texts of the operator's own documents only. Losing a vector costs one call: nothing here rejects. */
export interface VectorStore {
  /** Of these hashes (64 hex digits) the vectors that are there. One that is damaged, or that cannot be read, is not there. */
  read(model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Writes all, over what was there, or none; says whether it did. Vectors of unit length, by the hashes of their texts. */
  write(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<boolean>;
}
