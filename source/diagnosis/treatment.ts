import {editManifest} from '../go/yaml/edit.js';
import type {Scenario} from '../scenario/scenario.js';
import type {Files} from './files.js';
import {changesBetween, type ProvenFix} from './fix.js';
import type {Site} from './reason.js';
import {referredObject, type ManifestObject} from './manifest-object.js';
import type {Candidate, FieldPath, FileChange} from './symptom.js';
import type {Saying} from './words/words.js';

/** The input of a repeated run: the files, the cluster, and commands after the user's. */
export interface Treatment {
	readonly files: Files;
	readonly scenario: Scenario;
	/** Each begins with `kubectl`, or with `:` if it is one of the debugger. */
	readonly commands: readonly string[];
	/** Whether the files are applied again after the commands, because an object was refused without them. */
	readonly again: boolean;
	/** A command line of the user, without `kubectl`, and the one that is given in its place. */
	readonly instead?: {readonly line: string; readonly by: string};
	/** The addition to the cluster. */
	readonly words?: Saying;
	/** Whether a candidate has several changes: it is tried only if none helps alone. */
	readonly isSeveral?: boolean;
}

const addedNode = (scenario: Scenario, capacity: Readonly<Record<string, string>>): Scenario => {
	const names = new Set(scenario.nodes.map(({name}) => name));
	const name = ['node-new', ...scenario.nodes.map((_, index) => `node-new-${index + 2}`)].find(
		(one) => !names.has(one),
	);
	return {
		...scenario,
		nodes: [
			...scenario.nodes,
			{
				name: name ?? 'node-new',
				labels: {},
				taints: [],
				images: [],
				capacity: {...scenario.nodes[0]?.capacity, ...capacity},
			},
		],
	};
};

/** The object that a change edits, and the path of the field in its file. */
const placeOf = (
	{applied, pathOf, others}: Site,
	{field, ofFile = false, of}: FileChange,
): {readonly applied: ManifestObject; readonly path: FieldPath} | undefined => {
	if (of === undefined) {
		return {applied, path: pathOf(field, ofFile)};
	}

	const other = referredObject(others, of, applied);
	return other && {applied: other, path: field};
};

/** The files with these changes; `undefined` if one of them is impossible in place, or has no effect. */
const edited = (treatment: Treatment, site: Site, changes: readonly FileChange[]): Treatment | undefined => {
	let {files} = treatment;
	for (const one of changes) {
		const place = placeOf(site, one);
		const file = place?.applied.file ?? '';
		const text = files[file];
		const after =
			place && text !== undefined
				? editManifest(text, place.applied.document, [...place.applied.within, ...place.path], one.change)
				: undefined;
		if (after === undefined || after === text) {
			return undefined;
		}

		files = {...files, [file]: after};
	}

	return {...treatment, files, isSeveral: changes.length > 1};
};

/** The files with another line in one of them. */
const rewritten = (
	treatment: Treatment,
	{file, line, text}: Extract<Candidate, {readonly line: number}>,
): Treatment | undefined => {
	const before = treatment.files[file];
	return before === undefined
		? undefined
		: {
				...treatment,
				files: {
					...treatment.files,
					[file]: before
						.split('\n')
						.toSpliced(line - 1, 1, text)
						.join('\n'),
				},
				isSeveral: false,
			};
};

/** The files with another document behind the last one of the object's file. */
const extended = (treatment: Treatment, {applied: {file}}: Site, document: string): Treatment | undefined => {
	const before = treatment.files[file];
	return before === undefined || before.trimStart().startsWith('{')
		? undefined
		: {
				...treatment,
				files: {...treatment.files, [file]: `${before.replace(/\s*(?:\n---\s*)?$/, '')}\n---\n${document}`},
				isSeveral: false,
			};
};

/**
A treatment with one more candidate; `undefined` if the candidate cannot be carried out or has no effect.

@param isRefused whether an object was refused with the treatment alone
*/
export const treatedWith = (
	treatment: Treatment,
	site: Site | undefined,
	candidate: Candidate,
	isRefused: boolean,
): Treatment | undefined => {
	if ('command' in candidate) {
		return treatment.commands.includes(candidate.command)
			? undefined
			: {
					...treatment,
					commands: [...treatment.commands, candidate.command],
					again: treatment.again || isRefused,
					isSeveral: false,
				};
	}

	if ('node' in candidate) {
		return {
			...treatment,
			scenario: addedNode(treatment.scenario, candidate.node.capacity),
			words: candidate.node.words,
			isSeveral: false,
		};
	}

	if ('document' in candidate) {
		return site && extended(treatment, site, candidate.document);
	}

	return 'line' in candidate
		? rewritten(treatment, candidate)
		: site && edited(treatment, site, 'changes' in candidate ? candidate.changes : [candidate]);
};

/** A treatment as instructions for the user. @param files the user's files */
export const fixOf = (
	{files: changed, commands, words, again}: Treatment,
	files: Files,
): Omit<ProvenFix, 'proof' | 'next'> => ({
	edits: Object.entries(changed).flatMap(([file, text]) =>
		files[file] === undefined || files[file] === text ? [] : changesBetween(file, files[file], text),
	),
	commands,
	...(again ? {again} : {}),
	...(words === undefined ? {} : {words}),
});
