import type {ClusterRecording} from '../cluster.js';
import {causesFromInput} from '../debugger/cause.js';
import type {Place} from '../debugger/recording.js';
import type {Stop} from '../kernel/stop.js';
import type {LanguageName} from '../stages/language-names.js';
import {milestones} from '../stages/milestones.js';
import {nestedField} from '../objects/unstructured.js';
import {assumingStages, assumptionsOf} from './assumed.js';
import {causeChain, commandOf, decisiveStop} from './decision.js';
import {toldFixes, type Fix, type ProvenFix} from './fix.js';
import type {AppliedProgress} from './progress.js';
import {referredObject} from './manifest-object.js';
import type {FieldPlace, Reason, Trouble} from './reason.js';
import {reasonsOf} from './reasons.js';
import {remedies} from './remedies.js';
import type {Blockage} from './symptom.js';
import {dotted, pathInFile, writtenPart} from './template.js';
import type {Patient} from './trial.js';
import {diagnosisWords, told} from './words/words.js';
import type {Since} from './since.js';

/** Why one object is refused, is stuck, or has a remark. */
export interface Explanation {
	readonly kind: 'refused' | 'stuck' | 'remark';
	/** Name of the symptom; a refusal has none. */
	readonly symptom?: string;
	/** `pod/default/web`. */
	readonly object: string;
	/** The object of the files that does not work because of it, where that is another one: the Job of a Pod. */
	readonly of?: string;
	/** Other objects that do not work for the same reason. */
	readonly others?: readonly string[];
	/** The objects with their own words and places. */
	readonly same?: ReadonlyArray<{
		readonly object: string;
		readonly message: string;
		readonly places: readonly FieldPlace[];
	}>;
	/** The object whose reason causes this one: its remedies also help here. */
	readonly follows?: string;
	/** In Kubernetes' words; without them, the sentence of the stop is used. */
	readonly message?: string;
	/** The stop that decided it. */
	readonly stop?: Stop;
	readonly places: readonly FieldPlace[];
	/** The stop and its causes, back to the command: the last stop of each process. */
	readonly causes: readonly Stop[];
	/** The relevant causes of the stop: the stop and at most seven before it. */
	readonly milestones: readonly Stop[];
	/** The command at the beginning of that chain. */
	readonly command?: string;
	/** Helpful facts, a sentence each. */
	readonly advice: readonly string[];
	/** The fixes that help, as tried on a copy; the cheapest first. */
	readonly fixes: readonly Fix[];
}

/** The place of the field, or of its nearest parent in the file. */
const placeIn = ({site: {applied}, progress, blockage}: Trouble): FieldPlace => {
	const path = blockage.field ? pathInFile(applied, progress.key, blockage, blockage.field) : [];
	const written = writtenPart(applied, path);
	return {
		file: applied.file,
		...applied.positionOf(written),
		...(written.length > 0 ? {field: dotted(written)} : {}),
	};
};

/** Whether a Pod has the same field as its source object now: a later template repairs only new Pods. */
const isStillSo = (
	{kernel: {ledger}}: ClusterRecording,
	{site: {applied}, progress: {key = ''}, blockage}: Trouble,
): boolean => {
	const {field = []} = blockage;
	if (blockage.key === key || blockage.ofPod) {
		return true;
	}

	const made = nestedField(ledger.read(blockage.key), ...field);
	const meant = nestedField(ledger.read(key), ...pathInFile(applied, key, blockage, field));
	return made === undefined || meant === undefined || typeof made === 'object' || made === meant;
};

/** The place of a field in another object of the files; a Secret may have its data as text. */
const placeOfOther = (
	objects: Patient['objects'],
	at: Blockage['elsewhere'],
	from: Trouble['site']['applied'],
): FieldPlace | undefined => {
	const other = at && referredObject(objects, at, from);
	if (!other) {
		return undefined;
	}

	const [first, ...rest] = at.field;
	const asText = first === 'data' && at.kind === 'Secret' ? writtenPart(other, ['stringData', ...rest]) : [];
	const written = asText.length > 0 ? asText : writtenPart(other, at.field);
	return {file: other.file, ...other.positionOf(written), field: dotted(written)};
};

/** The places to read: in the object itself, or in the object that causes its problem. */
const placesOf = ({objects, recording}: Patient, trouble: Trouble): readonly FieldPlace[] => {
	const {
		site: {applied},
		blockage,
	} = trouble;
	if (!isStillSo(recording, trouble)) {
		return [];
	}

	const other = placeOfOther(objects, blockage.elsewhere, applied);
	if (other) {
		return [other];
	}

	const beside = placeOfOther(objects, blockage.beside, applied);
	return [...(applied.file === '' ? [] : [placeIn(trouble)]), ...(beside ? [beside] : [])];
};

/** The assumption that a finding depends on. */
const restsOn = (
	{stops}: Patient['recording'],
	{key, container}: Blockage,
	language: LanguageName,
): readonly string[] => {
	const {restsOn: words} = diagnosisWords(language).cluster;
	return assumptionsOf(stops.ofStages(assumingStages), language, {key, container: container?.name}).map(({says}) =>
		words(says),
	);
};

const refused = (
	reason: Extract<Reason, {kind: 'refused'}>,
): Pick<Explanation, 'stop' | 'places' | 'causes' | 'milestones'> => ({
	stop: reason.stop,
	places: reason.places,
	causes: [],
	milestones: [],
});

const stuck = (
	patient: Patient,
	from: number,
	trouble: Trouble,
): Pick<Explanation, 'stop' | 'places' | 'causes' | 'milestones' | 'command'> => {
	const {recording} = patient;
	const stop =
		trouble.kind === 'remark'
			? undefined
			: (trouble.unanswered?.stop ?? decisiveStop(recording, from, trouble.blockage));
	const chain = stop ? causeChain(recording, stop) : [];
	return {
		stop,
		places: placesOf(patient, trouble),
		causes: chain,
		milestones: stop ? milestones(causesFromInput(recording, stop.step)) : [],
		command: commandOf(recording, chain.at(-1)),
	};
};

/** A reason in words, with the stop at which it was decided, its place in the files, and its remedies. */
const explained = (
	patient: Patient,
	from: number,
	reason: Reason,
	fixes: readonly ProvenFix[],
	language: LanguageName,
): Explanation => ({
	kind: reason.kind,
	...(reason.kind === 'refused' ? {} : {symptom: reason.blockage.symptom}),
	object: told(reason.object, language),
	...(reason.kind === 'refused' || reason.object === reason.progress.name
		? {}
		: {of: told(reason.progress.name, language)}),
	...(reason.others ? {others: reason.others} : {}),
	...(reason.kind === 'refused' || reason.same === undefined
		? {}
		: {
				same: reason.same.map((one) => ({
					object: told(one.progress.name, language),
					message: told(one.message, language),
					places: placesOf(patient, one),
				})),
			}),
	...(reason.kind !== 'refused' && reason.follows ? {follows: told(reason.follows.object, language)} : {}),
	message: told(reason.message, language),
	...(reason.kind === 'refused' ? refused(reason) : stuck(patient, from, reason)),
	advice: [
		...reason.advice.map((one) => told(one, language)),
		...(reason.kind === 'stuck' ? restsOn(patient.recording, reason.blockage, language) : []),
	],
	fixes: toldFixes(fixes, language),
});

/**
The reasons why applied objects are stuck, and the warnings about working ones; each tried stop is a step of the generator.

@param language of the program's own words; Kubernetes' messages stay.
*/
export function* explanations(
	patient: Patient,
	since: Since,
	progress: readonly AppliedProgress[],
	language: LanguageName,
): Generator<Place, readonly Explanation[]> {
	const reasons = reasonsOf(patient, since, progress);
	const fixes = yield* remedies(patient, reasons);
	return reasons.map((reason) => explained(patient, since.from, reason, fixes.get(reason) ?? [], language));
}
