import {watch} from 'node:fs';

/** The required time without a change, in milliseconds: an editor that saves a file writes, renames and deletes. */
const usualQuietMs = 200;

/**
Waits until something changes in folders, and until it no longer does.

@param quietMs the required time without a change, in milliseconds.
@returns the folders in which something has changed.
@throws {Error} when a folder cannot be watched: it is not there.
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
