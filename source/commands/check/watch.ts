import {readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {bootAhead} from '../../booted.js';
import type {Scenario} from '../../scenario/scenario.js';
import {fileMistake} from '../../scenario/read-text-file.js';
import {Mistake, Mistakes} from '../../scenario/mistake.js';
import type {Streams} from '../command-host.js';
import {nextChange} from '../watch-folders.js';
import type {CheckFlags} from './flags.js';

const subfolders = (folder: string): readonly string[] =>
	readdirSync(folder, {withFileTypes: true})
		.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
		.flatMap(({name}) => {
			const below = path.join(folder, name);
			return [below, ...subfolders(below)];
		});

/** The required time without a change before the next check, in milliseconds: an editor writes, renames and deletes within that time. */
const quietMs = 40;

/** The folders of files, and folders with those in them. @throws {Mistake} when a name does not exist */
const foldersOf = (names: readonly string[], isDeep: boolean): readonly string[] => [
	...new Set(
		names.flatMap((name) => {
			try {
				return statSync(name).isDirectory() ? [name, ...(isDeep ? subfolders(name) : [])] : [path.dirname(name)];
			} catch (error) {
				throw fileMistake(error, name);
			}
		}),
	),
];

/**
Checks after each change in the folders of the files, until the process is ended.

@param once performs one check; a mistake is printed, and the next change checks again.

@param scenario of the check's clusters.
@throws {Mistake} when the files cannot be watched
*/
export const watchFiles = async (
	names: readonly string[],
	{kustomize = [], helm = [], recursive = false, fix}: CheckFlags,
	once: () => Promise<void>,
	scenario: Scenario,
	{stderr}: Streams,
): Promise<never> => {
	if (names.includes('-') || fix !== undefined) {
		throw new Mistake('--watch reads files', {}, 'name files or folders, and leave --fix out');
	}

	const folders = [...foldersOf(names, recursive), ...foldersOf([...kustomize, ...helm], true)];
	for (;;) {
		// A change while the check runs counts too.
		const change = nextChange(folders, quietMs);
		const heard = change.catch(() => new Set<string>());
		try {
			// eslint-disable-next-line no-await-in-loop
			await once();
		} catch (error) {
			if (!(error instanceof Mistake || error instanceof Mistakes)) {
				throw error;
			}

			stderr(`${String(error)}\n`);
		}

		// The next check continues from a cluster that has started in the meantime.
		bootAhead(scenario);
		// eslint-disable-next-line no-await-in-loop
		await heard;
		// eslint-disable-next-line no-await-in-loop
		stderr(`\n${[...(await change)].join(', ')}:\n`);
	}
};
