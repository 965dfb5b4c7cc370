import {editManifest} from '../go/yaml/edit.js';
import type {Scenario} from '../scenario/scenario.js';
import type {Files} from './files.js';
import {changesBetween, type ProvenFix} from './fix.js';
import type {Site} from './reason.js';
import type {Candidate, FileChange} from './symptom.js';
import type {Saying} from './words/words.js';

/** With what a run is played again: the files, the cluster, and commands after those of the user. */
export interface Treatment {
	readonly files: Files;
	readonly scenario: Scenario;
	/** Each begins with `kubectl`. */
	readonly commands: readonly string[];
	/** Whether the files are applied once more after the commands: without these, something was refused. */
	readonly again: boolean;
	/** What was added to the cluster. */
	readonly words?: Saying;
	/** Of a candidate that is several changes: it is worth a try only where none helps alone. */
	readonly isSeveral?: boolean;
}

const addedNode = (scenario: Scenario, capacity: Readonly<Record<string, string>>): Scenario => {
	const names = new Set(scenario.nodes.map(({name}) => name));
	const name = ['node-new', 'node-new-2'].find((one) => !names.has(one)) ?? 'node-new-3';
	return {
		...scenario,
		nodes: [
			...scenario.nodes,
			{name, labels: {}, taints: [], images: [], capacity: {...scenario.nodes[0]?.capacity, ...capacity}},
		],
	};
};

/** The file with these changes; `undefined` if one of them cannot be made in place, or changes nothing. */
const edited = (
	treatment: Treatment,
	{applied, pathOf}: Site,
	changes: readonly FileChange[],
): Treatment | undefined => {
	let text = treatment.files[applied.file];
	for (const one of changes) {
		const path = pathOf(one.field, one.ofFile ?? false);
		const after: string | undefined =
			text === undefined ? undefined : editManifest(text, applied.document, [...applied.within, ...path], one.change);
		if (after === undefined || after === text) {
			return undefined;
		}

		text = after;
	}

	return text === undefined
		? undefined
		: {
				...treatment,
				files: {...treatment.files, [applied.file]: text},
				isSeveral: changes.length > 1,
			};
};

/** A treatment and one candidate more; `undefined` if the candidate cannot be carried out, or changes nothing. @param isRefused whether something was refused with the treatment alone */
export const treatedWith = (
	treatment: Treatment,
	site: Site | undefined,
	candidate: Candidate,
	isRefused: boolean,
): Treatment | undefined =>
	'command' in candidate
		? treatment.commands.includes(candidate.command)
			? undefined
			: {
					...treatment,
					commands: [...treatment.commands, candidate.command],
					again: treatment.again || isRefused,
					isSeveral: false,
				}
		: 'node' in candidate
			? {
					...treatment,
					scenario: addedNode(treatment.scenario, candidate.node.capacity),
					words: candidate.node.words,
					isSeveral: false,
				}
			: site && edited(treatment, site, 'changes' in candidate ? candidate.changes : [candidate]);

/** A treatment as what somebody is to do. @param files as the user has them */
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
