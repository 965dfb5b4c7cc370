import type {Place} from '../debugger/recording.js';
import type {ProvenFix} from './fix.js';
import type {Reason} from './reason.js';
import {reasonsOf} from './reasons.js';
import {fixOf, treatedWith, type Treatment} from './treatment.js';
import {played, type Outcome, type Patient} from './trial.js';
import {inWords, told, type Said} from './words/words.js';

/** Longer runs are not played again. */
const mostStops = 60_000;
const mostTrials = 8;
const mostFixes = 3;

/** What can be given again to a copy; a copy without the rest would do well whatever is tried. */
const isRepeatable = ({recording: {inputs}}: Patient): boolean =>
	inputs.every(({input}) => 'kubectl' in input || 'traffic' in input || 'fault' in input);

/** A run as it was, before anything is tried. */
const untreated = ({files, recording: {scenario}}: Patient): Treatment => ({
	files,
	scenario,
	commands: [],
	again: false,
});

/** What fixes of one kind have in common: one of them is enough. */
const formOf = ({words, commands, edits}: Pick<ProvenFix, 'words' | 'commands' | 'edits'>): string =>
	commands.length > 0
		? commands.map((command) => command.split(' ').slice(0, 3).join(' ')).join('\n')
		: words === undefined
			? `${edits[0]?.file}:${edits[0]?.line} ${edits[0]?.after.length}`
			: told(words).split(' ').slice(0, 3).join(' ');

/** Whether the object that a reason is about got past it. */
const isPast = (reason: Reason, {progress}: Outcome, left: readonly Reason[]): boolean => {
	// A change may have given the object another name; its place among the others is the same then.
	const named = reason.kind === 'refused' ? -1 : progress.findIndex(({name}) => name === reason.progress.name);
	const index = named === -1 ? reason.site?.index : named;
	const object = index === undefined ? undefined : progress[index];
	if (!object?.isStored) {
		return false;
	}

	// What was refused has only to be stored: what becomes of it is another reason.
	const own = left.filter(({site, kind}) => site?.index === index && (kind !== 'remark' || reason.kind === 'remark'));
	return reason.kind === 'refused'
		? !own.some(({kind}) => kind === 'refused')
		: !own.some((one) => one.kind === 'refused' || one.blockage.symptom === reason.blockage.symptom) &&
				(object.state === 'done' || own.length > 0);
};

/** `service/default/web: selects no Pod: app=wbe` */
const inALine =
	({object, message}: Reason): Said =>
	(words) =>
		`${inWords(object, words)}: ${inWords(message, words)}`;

/** What playing a run again shows of a treatment that is meant against a reason; `undefined` if it does not help. */
function* proofOf(
	patient: Patient,
	reason: Reason,
	treatment: Treatment,
): Generator<Place, Pick<ProvenFix, 'proof' | 'next'> | undefined> {
	const outcome = yield* played(patient, treatment);
	const left = reasonsOf(outcome.patient, outcome.since, outcome.progress);
	if (!isPast(reason, outcome, left)) {
		return undefined;
	}

	const next = left.find(({kind}) => kind !== 'remark');
	return outcome.state === 'done'
		? {proof: 'works'}
		: {
				proof: 'helps',
				...(next ? {next: inALine(next)} : outcome.printed === undefined ? {} : {next: outcome.printed}),
			};
}

/** The candidates that help against a reason, tried on copies of the run. */
function* provenFixes(patient: Patient, reason: Reason): Generator<Place, readonly ProvenFix[]> {
	const start = untreated(patient);
	const fixes: ProvenFix[] = [];
	const treatments = reason.candidates.flatMap(
		(candidate) => treatedWith(start, reason.site, candidate, patient.isRefused) ?? [],
	);
	const known = new Set<string>();
	for (const treatment of treatments.slice(0, mostTrials)) {
		const fix = fixOf(treatment, patient.files);
		const form = formOf(fix);
		if (fixes.length >= mostFixes || known.has(form) || (treatment.isSeveral && fixes.length > 0)) {
			continue;
		}

		const proof = yield* proofOf(patient, reason, treatment);
		if (proof) {
			fixes.push({...fix, ...proof});
			known.add(form);
		}
	}

	return [...fixes.filter(({proof}) => proof === 'works'), ...fixes.filter(({proof}) => proof !== 'works')];
}

/** What helps against each reason; a stop of what is tried at a time, since a screen may have to answer meanwhile. */
export function* remedies(
	patient: Patient,
	reasons: readonly Reason[],
): Generator<Place, ReadonlyMap<Reason, readonly ProvenFix[]>> {
	const found = new Map<Reason, readonly ProvenFix[]>();
	if (!isRepeatable(patient) || patient.recording.stops.length > (patient.mostStops ?? mostStops)) {
		return found;
	}

	for (const reason of reasons) {
		if (reason.site) {
			found.set(reason, yield* provenFixes(patient, reason));
		}
	}

	return found;
}
