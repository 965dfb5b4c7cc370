import {causes} from '../debugger/cause.js';
import type {Place} from '../debugger/recording.js';
import type {ClusterRecording} from '../cluster.js';
import type {Stop} from '../kernel/stop.js';
import type {LanguageName} from '../stages/language-names.js';
import {milestones} from '../stages/milestones.js';
import {nestedField} from '../objects/unstructured.js';
import {documentOf} from './judged.js';
import type {ManifestObject} from './manifest-object.js';
import {causeChain, commandOf, decisiveStop, objectWords} from './decision.js';
import type {AppliedProgress} from './progress.js';
import {nameless, refusals, type Since} from './refusals.js';
import {sceneOf} from './settle.js';
import type {Blockage, FieldPath} from './symptom.js';
import {ailments, blockagesOf, distinct, remarks} from './table.js';
import {dotted, pathInFile, writtenPart} from './template.js';
import {unansweredBy} from './unanswered.js';
import {provenFixes, toldFixes, type Fix, type Patient} from './trial.js';
import {assumptionsOf} from './assumed.js';
import {diagnosisWords, told as toldIn} from './words/words.js';

/** A field in the user's file. */
export interface FieldPlace {
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly field?: string;
	/** What the server says about this field, if it names several. */
	readonly message?: string;
}

/** Why one object got no further. */
export interface Explanation {
	readonly kind: 'refused' | 'stuck' | 'remark';
	/** Name of the symptom; a refusal has none. */
	readonly symptom?: string;
	/** `pod/default/web`. */
	readonly object: string;
	/** Other objects that got no further for the same reason. */
	readonly others?: readonly string[];
	/** In Kubernetes' words; if there are none, the sentence of the stop is used. */
	readonly message?: string;
	/** The stop at which it was decided. */
	readonly stop?: Stop;
	readonly places: readonly FieldPlace[];
	/** The stop and what led to it, back to the command: of each process the last stop. */
	readonly causes: readonly Stop[];
	/** Of all that led to the stop, what a reader needs: the stop and at most seven before it. */
	readonly milestones: readonly Stop[];
	/** The command at the beginning of that chain. */
	readonly command?: string;
	/** What is worth knowing, a sentence each. */
	readonly advice: readonly string[];
	/** What helps, as was tried on a copy; the cheapest first. */
	readonly fixes: readonly Fix[];
}

/** What is wrong, and the object of the files that it belongs to. */
interface Told {
	readonly index: number;
	readonly applied: ManifestObject;
	readonly progress: AppliedProgress;
	readonly blockage: Blockage;
}

/** Where the field is written; as much of it as the file has. */
const placeIn = ({applied, progress, blockage}: Told): FieldPlace => {
	const path = blockage.field ? pathInFile(applied, progress.key, blockage, blockage.field) : [];
	const written = writtenPart(applied, path);
	return {
		file: applied.file,
		...applied.positionOf(written),
		...(written.length > 0 ? {field: dotted(written)} : {}),
	};
};

/** Whether a Pod has the field as the object that it was made from has it by now: a later template mends only the Pods that it makes. */
const isStillSo = ({kernel: {ledger}}: ClusterRecording, {applied, progress: {key = ''}, blockage}: Told): boolean => {
	const {field = []} = blockage;
	if (blockage.key === key || blockage.ofPod) {
		return true;
	}

	const made = nestedField(ledger.read(blockage.key), ...field);
	const meant = nestedField(ledger.read(key), ...pathInFile(applied, key, blockage, field));
	return made === undefined || meant === undefined || typeof made === 'object' || made === meant;
};

/** Where somebody has to look: in the object itself, or in the one that it has its trouble from. */
const placesOf = ({objects, recording}: Patient, told: Told): readonly FieldPlace[] => {
	const {applied, blockage} = told;
	if (!isStillSo(recording, told)) {
		return [];
	}

	const {kind, name, field = []} = blockage.elsewhere ?? {};
	const other = objects.find(
		(one) =>
			one.kind === kind &&
			one.name === name &&
			(one.namespace ?? 'default') === (applied.namespace ?? 'default') &&
			one.file !== '',
	);
	return other
		? [{file: other.file, ...other.positionOf(writtenPart(other, field)), field: dotted(writtenPart(other, field))}]
		: applied.file === ''
			? []
			: [placeIn(told)];
};

/** What a finding rests on that is only assumed. */
const restsOn = (
	{stops}: Patient['recording'],
	{key, container}: Blockage,
	language: LanguageName,
): readonly string[] => {
	const {restsOn: words} = diagnosisWords(language).cluster;
	return assumptionsOf(stops, language, {key, container: container?.name}).map(({says}) => words(says));
};

function* explain(patient: Patient, from: number, told: Told, language: LanguageName): Generator<Place, Explanation> {
	const {recording} = patient;
	const {applied, progress, blockage, index} = told;
	const unanswered = blockage.container && unansweredBy(recording, from, blockage.key, blockage.container);
	const stop = blockage.isRemark ? undefined : (unanswered?.stop ?? decisiveStop(recording, from, blockage));
	const chain = stop ? causeChain(recording, stop) : [];
	const pathOf = (field: FieldPath, ofFile: boolean): FieldPath =>
		ofFile ? field : pathInFile(applied, progress.key, blockage, field);
	const candidates = [...(unanswered?.candidates ?? []), ...(blockage.candidates ?? [])];
	const proven = yield* provenFixes(patient, {applied, index, blockage, pathOf}, candidates);
	return {
		kind: blockage.isRemark ? 'remark' : 'stuck',
		symptom: blockage.symptom,
		object: blockage.key === progress.key ? progress.name : objectWords(blockage.key),
		message: toldIn(blockage.message, language),
		stop,
		places: placesOf(patient, told),
		causes: chain,
		milestones: stop ? milestones(causes(recording, stop.step)) : [],
		command: commandOf(recording, chain.at(-1)),
		advice: [
			...[...(unanswered?.advice ?? []), ...blockage.advice].map((one) => toldIn(one, language)),
			...(stop ? restsOn(recording, blockage, language) : []),
		],
		fixes: toldFixes(proven, language),
	};
}

/** What is wrong with the objects of the files, each thing once, at the object that it stands in. */
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
					return {index, applied: document, progress: one, blockage};
				})
			: [];
	});
	const own = all.filter(({blockage, progress: one}) => blockage.key === one.key);
	const others = all.filter(
		({blockage, progress: one}) => blockage.key !== one.key && !own.some((told) => told.blockage.key === blockage.key),
	);
	const known = new Set(distinct([...own, ...others].map(({blockage}) => blockage)));
	return all.filter((told) => known.has(told.blockage) && (own.includes(told) || others.includes(told)));
};

/**
Why applied objects came no further than they did, and what is odd about those that did; a stop of what is tried at a time.

@param language in which is told what Kubernetes has no words for.
*/
export function* explanations(
	patient: Patient,
	since: Since,
	progress: readonly AppliedProgress[],
	language: LanguageName,
): Generator<Place, readonly Explanation[]> {
	const told: Explanation[] = [];
	for (const one of complaints(patient, progress)) {
		told.push(yield* explain(patient, since.from, one, language));
	}

	return [
		...(yield* refusals(patient, since, progress, language)),
		...nameless(patient.objects, language),
		...told.filter(({kind}) => kind === 'stuck'),
		...told.filter(({kind}) => kind === 'remark'),
	];
}
