import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {parse} from 'yaml';
import {isRecord} from '../../kernel/record.js';
import {nestedSlice} from '../../objects/unstructured.js';

/** The possible names of a kustomization's file. */
export const kustomizationName = /^(?:kustomization\.ya?ml|Kustomization)$/;

/** Folders whose manifests belong to other projects. */
export const foreignFolders: ReadonlySet<string> = new Set(['node_modules', 'vendor']);

/** Fields of a kustomization that do not change its files. */
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
	/** Whether it changes its files: they are patches and targets, not complete manifests. */
	readonly changes: boolean;
	/** Whether it is a component, which kustomize does not build alone. */
	readonly isComponent: boolean;
	/** The files and folders that it includes. */
	readonly parts: readonly string[];
	/** Its own file, if it also names resources on other machines. */
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
The folders of kustomizations that change their files, and all files and folders that they include: these manifests count in the form that
the kustomization gives them. A kustomization that lists files on other machines is represented by its own file.

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
