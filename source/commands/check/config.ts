import {existsSync} from 'node:fs';
import path from 'node:path';
import {isMap, isNode} from 'yaml';
import {amount, list, oneOf, readDocument, record, text, type Shape} from '../../scenario/document.js';
import {readTextFile} from '../../scenario/read-text-file.js';
import {Mistake} from '../../scenario/mistake.js';
import {kubernetesRange} from './kubernetes-range.js';
import {entryMeant} from './catalogue/catalogue.js';
import type {Severity} from './catalogue/entry.js';
import {severities} from './catalogue/entry.js';

/** The name of the file beside the manifests. */
export const configName = '.k8s-walkthrough.yaml';

/** Findings that do not count. A missing field matches all. */
export interface Ignore {
	readonly id?: string;
	/** A glob of `deployment/shop/web`. */
	readonly object?: string;
	/** A glob of paths, from the folder of the settings. */
	readonly path?: string;
	readonly reason: string;
}

/** Settings of a check. */
export interface CheckConfig {
	/** The folder of the file. */
	readonly folder: string;
	/** The severities, by the number of the finding. */
	readonly severities: ReadonlyMap<string, Severity | 'off'>;
	readonly ignore: readonly Ignore[];
	/** Files, from where the check runs. */
	readonly cluster?: string;
	readonly images?: string;
	/** Minor versions of Kubernetes 1, the oldest first. */
	readonly kubernetes?: readonly number[];
	readonly crds: readonly string[];
	readonly policy: readonly string[];
	readonly failOn?: Exclude<Severity, 'note'>;
}

/** A finding of the catalogue. */
const finding: Shape<string> = {
	expects: 'a finding, such as W012 or service-selects-nothing',
	schema: () => ({...text.schema(), description: 'a finding, such as W012 or service-selects-nothing'}),
	check(node, report) {
		const word = text.check(node, report);
		const entry = word === undefined ? undefined : entryMeant(word);
		if (word !== undefined && !entry) {
			report(node, `there is no finding "${word}"`, 'k8s-walkthrough check --list shows them all');
		}

		return entry?.id;
	},
};

/** A reason that says something. */
const reason: Shape<string> = {
	expects: 'a reason',
	schema: () => ({...text.schema(), minLength: 1}),
	check(node, report) {
		const words = text.check(node, report);
		if (words?.trim() === '') {
			report(node, 'the reason is empty', 'say why this finding does not count');
			return undefined;
		}

		return words;
	},
};

const levels = oneOf([...severities, 'off']);

/** Severities by finding. */
const severityMap: Shape<ReadonlyMap<string, Severity | 'off'>> = {
	expects: 'a map from findings to severities',
	schema: () => ({type: 'object', additionalProperties: levels.schema()}),
	check(node, report) {
		if (!isMap(node)) {
			report(node, `expected ${severityMap.expects}`);
			return undefined;
		}

		const found = new Map<string, Severity | 'off'>();
		for (const {key, value} of node.items) {
			const id = finding.check(isNode(key) ? key : undefined, report);
			const severity = levels.check(isNode(value) ? value : undefined, report);
			if (id !== undefined && severity !== undefined) {
				found.set(id, severity);
			}
		}

		return found;
	},
};

/** A version of Kubernetes or a range of versions; an unquoted version reads as a number. */
const versions: Shape<readonly number[]> = {
	expects: 'a version of Kubernetes, or a range such as 1.32..1.34',
	schema: () => ({...amount.schema(), description: 'a version of Kubernetes, or a range such as 1.32..1.34'}),
	check(node, report) {
		const written = amount.check(node, report);
		try {
			return written === undefined ? undefined : kubernetesRange(written);
		} catch (error) {
			if (error instanceof Mistake) {
				report(node, error.message, error.remedy);
				return undefined;
			}

			throw error;
		}
	},
};

/** A file of settings for `check`. */
export const configShape = record({
	severities: severityMap,
	ignore: list(record({id: finding, object: text, path: text, reason}, ['reason'])),
	cluster: text,
	images: text,
	kubernetesVersion: versions,
	crds: list(text),
	policy: list(text),
	failOn: oneOf(['error', 'warning', 'assumed']),
});

/**
The settings of a file.

@throws {Mistakes} the errors, with line and column
*/
export const readConfig = (written: string, file: string): CheckConfig => {
	const {value} = readDocument(written, file, configShape);
	const {
		cluster,
		images,
		kubernetesVersion,
		crds = [],
		policy = [],
		failOn,
		ignore = [],
		severities: own = new Map(),
	} = value;
	const folder = path.dirname(file);
	const from = (name: string): string => (path.isAbsolute(name) ? name : path.join(folder, name));
	return {
		folder,
		severities: own,
		ignore,
		crds: crds.map(from),
		policy: policy.map(from),
		...(cluster === undefined ? {} : {cluster: from(cluster)}),
		...(images === undefined ? {} : {images: from(images)}),
		...(kubernetesVersion === undefined ? {} : {kubernetes: kubernetesVersion}),
		...(failOn === undefined ? {} : {failOn}),
	};
};

/** The settings nearest to the files: in the folder of the first one, or in one above it, as far as a folder with `.git`. */
export const findConfig = ([first = '.']: readonly string[]): string | undefined => {
	const start = first === '-' || !existsSync(first) ? '.' : first;
	for (let at = path.resolve(start); ; at = path.dirname(at)) {
		const file = path.join(at, configName);
		if (existsSync(file)) {
			return path.relative('', file);
		}

		if (existsSync(path.join(at, '.git')) || at === path.dirname(at)) {
			return undefined;
		}
	}
};

/** The settings of a check: the named file, otherwise the one beside the files. @throws {Mistakes} */
export const configFor = (names: readonly string[], named?: string): CheckConfig | undefined => {
	const file = named ?? findConfig(names);
	return file === undefined ? undefined : readConfig(readTextFile(file), file);
};
