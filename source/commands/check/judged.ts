import path from 'node:path';
import {matchesGlob} from '../../debugger/glob.js';
import {entryMeant, entryOf} from './catalogue/catalogue.js';
import type {CheckConfig, Ignore} from './config.js';
import {findingOf} from './findings.js';
import {fingerprintOf} from './fingerprint.js';
import {heaviest, ignoreAnnotation, type CheckedFile, type CheckedObject, type Finding, type Report} from './report.js';

/** Known facts about findings before a check. */
export interface Known {
	readonly config?: CheckConfig | undefined;
	/** Fingerprints of findings that are accepted. */
	readonly baseline?: ReadonlySet<string> | undefined;
}

interface Annotated {
	readonly ignores: ReadonlyMap<string, string>;
	/** Parts of the annotation that cannot be read. */
	readonly wrong: readonly string[];
}

const readAnnotation = (text: string): Annotated => {
	const ignores = new Map<string, string>();
	const wrong: string[] = [];
	for (const part of text.split(';')) {
		const [, word = '', reason = ''] = /^\s*([\w-]+)\s*:\s*(\S[^]*?)\s*$/.exec(part) ?? [];
		const entry = entryMeant(word);
		if (entry && reason !== '') {
			ignores.set(entry.id, reason);
		} else if (part.trim() !== '') {
			wrong.push(part.trim());
		}
	}

	return {ignores, wrong};
};

const matches = ({id, object, path: glob}: Ignore, finding: Finding, file: string, {folder}: CheckConfig): boolean =>
	(id === undefined || id === finding.id) &&
	(object === undefined || matchesGlob(object, finding.object)) &&
	(glob === undefined || matchesGlob(glob, path.relative(folder, path.resolve(file)).replaceAll(path.sep, '/')));

/** A finding after the settings are applied; `undefined` if they switch it off. */
const judged = (
	finding: Finding,
	file: string,
	annotated: Annotated | undefined,
	{config, baseline}: Known,
): Finding | undefined => {
	const severity = config?.severities.get(finding.id) ?? finding.severity;
	if (severity === 'off') {
		return undefined;
	}

	const ignored =
		annotated?.ignores.get(finding.id) ?? config?.ignore.find((one) => matches(one, finding, file, config))?.reason;
	return {
		...finding,
		severity,
		...(ignored === undefined ? {} : {ignored}),
		...(baseline?.has(fingerprintOf(finding)) ? {isKnown: true} : {}),
	};
};

const wrongAnnotation = (object: CheckedObject, wrong: readonly string[]): readonly Finding[] => {
	const {file, line, column} = object;
	const at = object.ignoreAt ?? {file, line, column, endColumn: column + 1};
	return wrong.map((part) =>
		findingOf(entryOf('W120'), {
			object: object.name,
			reason: `${ignoreAnnotation}: "${part}" is not a finding with a reason`,
			places: [at],
		}),
	);
};

const annotationOf = ({ignore}: CheckedObject): Annotated | undefined =>
	ignore === undefined ? undefined : readAnnotation(ignore);

/** The heaviest finding that counts in each version. */
const judgedVersions = (
	versions: NonNullable<CheckedObject['versions']>,
	findings: readonly Finding[],
): NonNullable<CheckedObject['versions']> =>
	Object.fromEntries(
		Object.entries(versions).map(([version, before]) => [
			version,
			before === 'unknown'
				? before
				: (heaviest(findings.filter((finding) => finding.versions?.includes(version) ?? true)) ?? 'done'),
		]),
	);

const judgedFile = ({file, objects, findings}: CheckedFile, known: Known): CheckedFile => ({
	file,
	objects: objects.map((object) => {
		const annotated = annotationOf(object);
		const own = [...object.findings, ...wrongAnnotation(object, annotated?.wrong ?? [])].flatMap(
			(finding) => judged(finding, file, annotated, known) ?? [],
		);
		return {
			...object,
			findings: own,
			...(object.versions ? {versions: judgedVersions(object.versions, own)} : {}),
		};
	}),
	findings: findings.flatMap((finding) => {
		const object = objects.find(({name}) => name === finding.object);
		return judged(finding, file, object && annotationOf(object), known) ?? [];
	}),
});

/** A report as the settings, annotations and the baseline see it. */
export const judgedReport = (report: Report, known: Known): Report => ({
	...report,
	files: report.files.map((file) => judgedFile(file, known)),
});
