import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {parse} from 'yaml';
import {isRecord} from '../../kernel/record.js';
import {nestedSlice} from '../../objects/unstructured.js';

/** How the file of a kustomization may be called. */
export const kustomizationName = /^(?:kustomization\.ya?ml|Kustomization)$/;

/** Folders whose manifests belong to other projects. */
export const foreignFolders: ReadonlySet<string> = new Set(['node_modules', 'vendor']);

/** Fields of a kustomization that leave its files as they are. */
const leavesAsIs = new Set([
	'apiVersion',
	'kind',
	'metadata',
	'resources',
	'bases',
	'crds',
	'openapi',
	'sortOptions',
	'buildMetadata',
]);

interface Kustomization {
	readonly folder: string;
	/** Its files are not complete manifests, but patches and their targets. */
	readonly changes: boolean;
	/** A part of other kustomizations, which kustomize does not build alone. */
	readonly isComponent: boolean;
	/** Files and folders that it builds on. */
	readonly parts: readonly string[];
	/** Its own file, where that also names something that is not on this machine. */
	readonly remote?: string;
}

const remotePart = /:\/\/|^git@|^[\w-]+(?:\.[\w-]+)+\/.*\?ref=/;

const read = (folder: string, name: string): Kustomization => {
	let value: unknown;
	try {
		value = parse(readFileSync(path.join(folder, name), 'utf8'), {maxAliasCount: 100});
	} catch {
		// A file that cannot be read may change anything.
		return {folder, changes: true, isComponent: false, parts: []};
	}

	const isComponent = isRecord(value) && value['kind'] === 'Component';
	const parts = ['resources', 'bases', 'components'].flatMap((field) =>
		nestedSlice(value, field).filter((part) => typeof part === 'string'),
	);
	return {
		folder,
		isComponent,
		...(parts.some((part) => remotePart.test(part)) ? {remote: path.resolve(folder, name)} : {}),
		changes: isComponent || (isRecord(value) && Object.keys(value).some((key) => !leavesAsIs.has(key))),
		parts: parts.flatMap((part) => (remotePart.test(part) ? [] : [path.resolve(folder, part)])),
	};
};

/** The kustomizations of a folder, and with `isDeep` those of its subfolders. */
const kustomizationsIn = (folder: string, isDeep: boolean): readonly Kustomization[] => {
	let entries;
	try {
		entries = readdirSync(folder, {withFileTypes: true});
	} catch {
		return [];
	}

	return entries.flatMap((entry) => {
		if (entry.isDirectory()) {
			return isDeep && !entry.name.startsWith('.') && !foreignFolders.has(entry.name)
				? kustomizationsIn(path.join(folder, entry.name), isDeep)
				: [];
		}

		return kustomizationName.test(entry.name) ? [read(folder, entry.name)] : [];
	});
};

/**
The folders of kustomizations that change their files, and all files and folders that those build on: their manifests count as the kustomization makes them. A kustomization that lists files of other machines is there with its own file.

@returns each absolute path, with the folder for `check -k`; `undefined` if only a component has it
*/
export const kustomizedPaths = (folder: string, isDeep: boolean): ReadonlyMap<string, string | undefined> => {
	const all = kustomizationsIn(folder, isDeep);
	const byPath = new Map(all.map((one) => [path.resolve(one.folder), one]));
	const found = new Map<string, string | undefined>();
	const add = (at: string, by: string | undefined): void => {
		if (found.has(at) && (by === undefined || found.get(at) !== undefined)) {
			return;
		}

		found.set(at, by);
		for (const part of byPath.get(at)?.parts ?? []) {
			add(part, by);
		}
	};

	for (const one of all) {
		if (one.changes) {
			add(path.resolve(one.folder), one.isComponent ? undefined : one.folder);
		} else if (one.remote !== undefined) {
			found.set(one.remote, one.folder);
		}
	}

	return found;
};
