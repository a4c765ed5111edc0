/** Notices changes in folders as they happen, as far as the system lets it. IO. */
import { type FSWatcher, watch } from "node:fs";
import { basename } from "node:path";
import type { FileStatus } from "./file-status.ts";

/**
 * One watcher for each folder, none for a whole tree: Node 20 builds the latter on Linux out of a watcher for each file, and loses
 * files that are replaced by a rename.
 */
export interface FolderWatch {
  /** Watches these folders and no others, by place and identity. Whether one was added that was not watched. */
  follow(folders: ReadonlyMap<string, FileStatus>): boolean;
  close(): void;
}

/** Places that are watched; a system gives a program a limited number. */
const MAX_WATCHED = 2_000;

/** `onEvent` gets the name that changed, null where the system does not say. */
export function watchFolders(onEvent: (name: string | null) => void): FolderWatch {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();

  function drop(place: string): void {
    watchers.get(place)?.watcher.close();
    watchers.delete(place);
  }

  function add(place: string, identity: string): boolean {
    try {
      const watcher = watch(place, { persistent: false }, (_, name) => {
        // Its own name may be its own end: the next folder in its place often has its number too.
        if (name === basename(place)) drop(place);
        onEvent(name);
      });
      // Out of watches, or the folder went away: checks remain.
      watcher.on("error", () => {
        if (watchers.get(place)?.watcher === watcher) drop(place);
        onEvent(null);
      });
      watchers.set(place, { watcher, identity });
      return true;
    } catch {
      return false;
    }
  }

  return {
    follow(folders) {
      const wanted = new Map([...folders].slice(0, MAX_WATCHED));
      // A folder that was replaced has another identity, and its watcher sees nothing any more.
      for (const [place, { identity }] of [...watchers]) if (wanted.get(place)?.identity !== identity) drop(place);
      return [...wanted].filter(([place, { identity }]) => !watchers.has(place) && add(place, identity)).length > 0;
    },
    close() {
      for (const place of [...watchers.keys()]) drop(place);
    },
  };
}
