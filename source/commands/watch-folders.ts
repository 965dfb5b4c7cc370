import {watch} from 'node:fs';

/** The required time without a change, in milliseconds: an editor that saves a file writes, renames and deletes. */
const usualQuietMs = 200;

/**
Waits until files in folders change, and until they stop changing.

@param quietMs the required time without a change, in milliseconds.
@returns the folders with changes.
@throws {Error} when a folder cannot be watched, because it does not exist.
*/
export const nextChange = async (folders: readonly string[], quietMs = usualQuietMs): Promise<ReadonlySet<string>> =>
	new Promise((resolve, reject) => {
		const changed = new Set<string>();
		let timer: NodeJS.Timeout | undefined;
		const watchers = folders.map((folder) =>
			watch(folder, () => {
				changed.add(folder);
				clearTimeout(timer);
				timer = setTimeout(() => {
					close();
					resolve(changed);
				}, quietMs);
			}).on('error', (error) => {
				close();
				reject(error);
			}),
		);
		const close = () => {
			for (const watcher of watchers) {
				watcher.close();
			}
		};
	});
