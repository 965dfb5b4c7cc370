import {withConsequences} from './consequences.js';
import {objectWords} from './decision.js';
import {documentOf} from './judged.js';
import type {ManifestObject} from './manifest-object.js';
import type {AppliedProgress} from './progress.js';
import type {Reason, Trouble} from './reason.js';
import {nameless, refusals} from './refusals.js';
import {sceneOf} from './settle.js';
import type {Blockage, FieldPath} from './symptom.js';
import {ailments, blockagesOf, distinct, plainWords, remarks} from './table.js';
import {pathInFile} from './template.js';
import type {Patient} from './trial.js';
import {unansweredBy} from './unanswered.js';
import type {Since} from './since.js';

/** A problem, and its object in the files. */
interface Told {
	readonly index: number;
	readonly applied: ManifestObject;
	readonly progress: AppliedProgress;
	readonly blockage: Blockage;
	/** Problems of other objects with the same reason. */
	readonly alike: readonly Told[];
}

/** The problems of the objects in the files, each once, at the object that has it. */
const complaints = ({recording, objects}: Patient, progress: readonly AppliedProgress[]): readonly Told[] => {
	const scene = sceneOf(recording);
	const all = objects.flatMap((applied, index) => {
		const one = progress[index];
		const found =
			one?.key === undefined
				? []
				: [
						...(one.state === 'done' ? remarks(one.key, scene) : blockagesOf(one.key, scene)),
						...ailments(one.key, scene),
					];
		return one
			? distinct(found).map((blockage) => {
					const path = blockage.field ? pathInFile(applied, one.key, blockage, blockage.field) : [];
					const document = documentOf(recording, applied, one.key, path) ?? {...applied, file: ''};
					return {index, applied: document, progress: one, blockage, alike: []};
				})
			: [];
	});
	// The claims of a StatefulSet are in no file of their own. Of several with one trouble, the StatefulSet reports the first.
	const isWritten = ({blockage, applied}: Told): boolean =>
		applied.file !== '' ||
		!all.some(
			(other) =>
				other.applied.file !== '' &&
				(other.blockage.key === blockage.key || plainWords(other.blockage) === plainWords(blockage)),
		);
	const own = all.filter((told) => told.blockage.key === told.progress.key && isWritten(told));
	const others = all.filter(
		({blockage, progress: one}) => blockage.key !== one.key && !own.some((told) => told.blockage.key === blockage.key),
	);
	const known = new Set(distinct([...own, ...others].map(({blockage}) => blockage)));
	const kept = all.filter((told) => known.has(told.blockage) && (own.includes(told) || others.includes(told)));
	return kept.map((told) => ({...told, alike: alike(told, all, kept)}));
};

/** Problems that are dropped because another object has the same one, with the same subject or text. One per object. */
const alike = (told: Told, all: readonly Told[], kept: readonly Told[]): readonly Told[] => {
	const found = all.filter(
		({blockage, progress}) =>
			!kept.some((one) => one.progress.name === progress.name || one.blockage.key === progress.key) &&
			(blockage.key === told.blockage.key || plainWords(blockage) === plainWords(told.blockage)),
	);
	return [...new Map(found.toReversed().map((one) => [one.progress.name, one])).values()].toReversed();
};

const troubleOf = (patient: Patient, {index, applied, progress, blockage, alike: others}: Told): Trouble => {
	const {recording, objects} = patient;
	const unanswered = blockage.container && unansweredBy(recording, blockage.key, blockage.container);
	return {
		kind: blockage.isRemark ? 'remark' : 'stuck',
		object: blockage.key === progress.key ? progress.name : objectWords(blockage.key),
		message: blockage.message,
		advice: [...(unanswered?.advice ?? []), ...blockage.advice],
		candidates: [...(unanswered?.candidates ?? []), ...(blockage.candidates ?? [])],
		site: {
			applied,
			index,
			others: objects,
			pathOf: (field: FieldPath, ofFile: boolean) =>
				ofFile ? field : pathInFile(applied, progress.key, blockage, field),
		},
		blockage: unanswered?.elsewhere ? {...blockage, elsewhere: unanswered.elsewhere} : blockage,
		progress,
		...(others.length > 0
			? {
					others: others.map((one) => one.progress.name),
					same: others.filter((one) => one.blockage.key !== blockage.key).map((one) => troubleOf(patient, one)),
				}
			: {}),
		...(unanswered ? {unanswered} : {}),
	};
};

/** Why a run failed, in the order of the report: refusals, stuck objects, and oddities. */
export const reasonsOf = (patient: Patient, since: Since, progress: readonly AppliedProgress[]): readonly Reason[] => {
	const troubles = complaints(patient, progress).map((one) => troubleOf(patient, one));
	const stuck = troubles.filter(({kind}) => kind === 'stuck');
	return withConsequences(
		[
			...refusals(patient, since, progress),
			...nameless(patient.objects),
			...stuck.filter(({blockage}) => !blockage.isUntried),
			...stuck.filter(({blockage}) => blockage.isUntried),
			...troubles.filter(({kind}) => kind === 'remark'),
		],
		patient.recording.kernel.ledger,
	);
};
