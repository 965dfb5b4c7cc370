import type {Place} from '../debugger/recording.js';
import type {ProvenFix} from './fix.js';
import type {Reason, Refusal} from './reason.js';
import {reasonsOf} from './reasons.js';
import type {Candidate} from './symptom.js';
import {fixOf, treatedWith, type Treatment} from './treatment.js';
import {played, type Outcome, type Patient} from './trial.js';
import {inWords, told, type Said} from './words/words.js';

/** Longer runs are not played again. */
export const mostStops = 60_000;
const mostTrials = 8;
const mostFixes = 3;
/** Stops of all copies together: about 20 s on a usual machine. */
export const mostStopsOfCopies = 160_000;
/** Limits for the remaining problems after a helpful change: the candidates, the depth of changes, and the attempts per reason. */
const mostCandidatesFurther = 4;
const mostDepth = 4;
const mostTrialsFurther = 16;

/** Whether a copy can repeat the inputs; a copy that lacks some would succeed with any change. */
export const isRepeatable = ({recording: {inputs}}: Patient): boolean =>
	inputs.every(({input}) => 'kubectl' in input || 'edited' in input || 'traffic' in input || 'fault' in input);

/** A run before any treatment. */
export const untreated = ({files, recording: {scenario}}: Patient): Treatment => ({
	files,
	scenario,
	commands: [],
	again: false,
});

/** The common form of fixes of one kind: one of them is enough. */
const formOf = ({words, commands, edits}: Pick<ProvenFix, 'words' | 'commands' | 'edits'>): string => {
	if (commands.length > 0) {
		return commands.map((command) => command.split(' ').slice(0, 3).join(' ')).join('\n');
	}

	if (words === undefined) {
		return `${edits[0]?.file}:${edits[0]?.line} ${edits[0]?.after.length}`;
	}

	return told(words).split(' ').slice(0, 3).join(' ');
};

/** Whether the object of a reason is past it. */
const isPast = (reason: Reason, {progress}: Outcome, left: readonly Reason[]): boolean => {
	if (reason.site === undefined) {
		// kubectl could not read the file.
		return !left.some(({message}) => told(message) === told(reason.message));
	}

	// A change may have given the object another name; its place among the others is the same then.
	const named = reason.kind === 'refused' ? -1 : progress.findIndex(({name}) => name === reason.progress.name);
	const index = named === -1 ? reason.site?.index : named;
	const object = index === undefined ? undefined : progress[index];
	const own = left.filter(({site, kind}) => site?.index === index && (kind !== 'remark' || reason.kind === 'remark'));
	if (reason.kind === 'refused') {
		// A refused object only has to be accepted: a later problem is a separate reason.
		return object?.isStored === true
			? !own.some(({kind}) => kind === 'refused')
			: object !== undefined && own.some((one) => one.kind === 'refused' && isAnother(one, reason));
	}

	return (
		object?.isStored === true &&
		!own.some((one) => one.kind === 'refused' || one.blockage.symptom === reason.blockage.symptom) &&
		(object.state === 'done' || own.length > 0)
	);
};

/** Whether the server refuses another field, and thus accepts the earlier one. */
const isAnother = (one: Refusal, before: Refusal): boolean => {
	const fieldsOf = ({places}: Refusal): ReadonlySet<string | undefined> => new Set(places.map(({field}) => field));
	const fields = fieldsOf(before);
	return told(one.message) !== told(before.message) && [...fieldsOf(one)].every((field) => !fields.has(field));
};

/** `service/default/web: selects no Pod: app=wbe` */
export const inALine =
	({object, message}: Reason): Said =>
	(words) =>
		`${inWords(object, words)}: ${inWords(message, words)}`;

/** The remaining budget of trials, counted in stops, so that the same run always has the same answer. */
class Budget {
	#stops: number;
	/** Whether the budget is too small for all candidates: of each reason, the first that helps is enough. */
	readonly isTight: boolean;

	/** @param expected the stops that copies with all candidates would take @param most the stops that they may take */
	constructor(
		expected: number,
		readonly most: number,
	) {
		this.#stops = most;
		this.isTight = expected > most;
	}

	get isSpent(): boolean {
		return this.#stops <= 0;
	}

	spend(stops: number): void {
		this.#stops -= stops;
	}
}

/** A treatment that was played, and the remaining reasons. */
interface Tried {
	readonly treatment: Treatment;
	readonly outcome: Outcome;
	readonly left: readonly Reason[];
	/** The object overcame its problem. */
	readonly isPast: boolean;
}

/** Plays a treatment for a reason. */
function* tried(patient: Patient, reason: Reason, treatment: Treatment, budget: Budget): Generator<Place, Tried> {
	const outcome = yield* played(patient, treatment);
	budget.spend(outcome.patient.recording.stops.length);
	const left = reasonsOf(outcome.patient, outcome.since, outcome.progress);
	return {treatment, outcome, left, isPast: isPast(reason, outcome, left)};
}

const isWhole = ({outcome, isPast: past}: Tried): boolean => past && outcome.state === 'done';

/** The first remaining reason, unless it is only odd. */
const nextOf = ({left}: Tried): Reason | undefined => left.find(({kind}) => kind !== 'remark');

/** Whether the search continues from a treatment: its object got past its trouble, or meets another of the same kind. */
const isFurther = (reason: Reason, one: Tried): boolean => {
	const next = nextOf(one);
	return (
		one.isPast ||
		(next !== undefined &&
			told(next.object).split('/')[0] === told(reason.object).split('/')[0] &&
			(told(next.message) !== told(reason.message) ||
				next.advice.map((said) => told(said)).join('\n') !== reason.advice.map((said) => told(said)).join('\n')))
	);
};

/** The proof of a treatment from playing the run again. */
const proofOf = (one: Tried): Pick<ProvenFix, 'proof' | 'next'> => {
	const next = nextOf(one);
	const {printed} = one.outcome;
	if (isWhole(one)) {
		return {proof: 'works'};
	}

	const line = next ? inALine(next) : printed;
	return {proof: 'helps', ...(line === undefined ? {} : {next: line})};
};

/** Treatments that help alone, each extended by one for the remaining problem, and so on, until the whole run succeeds. */
function* furtherOn(patient: Patient, starts: readonly Tried[], budget: Budget): Generator<Place, Tried | undefined> {
	const open = starts.map((one) => ({one, depth: 1}));
	let trials = 0;
	for (let at = open.shift(); at; at = open.shift()) {
		const {one, depth} = at;
		const next = nextOf(one);
		const treatments = (next?.candidates ?? [])
			.slice(0, mostCandidatesFurther)
			.flatMap((candidate) => treatedWith(one.treatment, next?.site, candidate, one.outcome.patient.isRefused) ?? []);
		for (const treatment of treatments) {
			if (!next || depth >= mostDepth || budget.isSpent || trials++ >= mostTrialsFurther) {
				return undefined;
			}

			const found = yield* tried(patient, next, treatment, budget);
			if (isWhole(found)) {
				return found;
			}

			if (isFurther(next, found)) {
				open.push({one: found, depth: depth + 1});
			}
		}
	}

	return undefined;
}

/** The treatments of a reason that were tried one by one. */
interface Singles {
	readonly fixes: ProvenFix[];
	/** The forms of the fixes that are whole, or untested. */
	readonly known: ReadonlySet<string>;
	/** A search may continue from these. */
	readonly further: readonly Tried[];
	/** The first candidate that gets the object past its trouble and leaves another one, and what it leaves. */
	readonly helpful?: {readonly candidate: Candidate; readonly left: readonly Reason[]};
}

/** The candidates that help against a reason, each tried alone on a copy of the run. */
function* singles(patient: Patient, reason: Reason, budget: Budget): Generator<Place, Singles> {
	const start = untreated(patient);
	const fixes: ProvenFix[] = [];
	const further: Tried[] = [];
	let helpful: Singles['helpful'];
	const treatments = reason.candidates.flatMap((candidate) => {
		const treatment = treatedWith(start, reason.site, candidate, patient.isRefused);
		return treatment ? [{candidate, treatment}] : [];
	});
	const known = new Set<string>();
	const helped = new Set<string>();
	for (const {candidate, treatment} of treatments.slice(0, mostTrials)) {
		const fix = fixOf(treatment, patient.files);
		const form = formOf(fix);
		const isEnough = budget.isTight && fixes.length > 0;
		if (isEnough || fixes.length >= mostFixes || known.has(form) || (treatment.isSeveral && fixes.length > 0)) {
			continue;
		}

		if (budget.isSpent) {
			fixes.push({...fix, proof: 'untested'});
			known.add(form);
			continue;
		}

		const one = yield* tried(patient, reason, treatment, budget);
		const proof = proofOf(one);
		// If one value of a field only helps, another may solve it.
		if (one.isPast && (proof.proof === 'works' || !helped.has(form))) {
			fixes.push({...fix, ...proof});
			(proof.proof === 'works' ? known : helped).add(form);
		}

		if (!isWhole(one) && isFurther(reason, one)) {
			further.push(one);
			helpful ??= one.isPast ? {candidate, left: one.left} : undefined;
		}
	}

	return {fixes, known, further, ...(helpful ? {helpful} : {})};
}

/** One change against each of several reasons, all at once: mistakes that do not depend on each other need no search. */
function* allAtOnce(
	patient: Patient,
	found: ReadonlyMap<Reason, Singles>,
	budget: Budget,
): Generator<Place, (Tried & {readonly reason: Reason}) | undefined> {
	const helpful = [...found].flatMap(([reason, {helpful: one}]) =>
		one && reason.kind !== 'remark' && !(reason.kind === 'stuck' && reason.follows) ? [{reason, ...one}] : [],
	);
	const [first] = helpful;
	// Only what the first change leaves needs a change of its own. Beside a refused object, the others were tried without it.
	const changes = helpful.filter(
		(one) =>
			one === first ||
			(one.reason.kind === first?.reason.kind &&
				first.left.some(({object}) => told(object) === told(one.reason.object))),
	);
	let treatment: Treatment | undefined = untreated(patient);
	for (const {reason, candidate} of changes) {
		treatment = treatment && treatedWith(treatment, reason.site, candidate, patient.isRefused);
	}

	return first && treatment && changes.length > 1 && !budget.isSpent
		? {...(yield* tried(patient, first.reason, treatment, budget)), reason: first.reason}
		: undefined;
}

/** The fixes of a reason to offer: those that are whole first, and none that only helps beside a whole one of its form. */
const offered = ({fixes, known}: Singles): readonly ProvenFix[] =>
	(['works', 'helps', 'untested'] as const)
		.flatMap((proof) => fixes.filter((fix) => fix.proof === proof))
		.filter((fix) => fix.proof !== 'helps' || !known.has(formOf(fix)))
		.slice(0, mostFixes);

/** The fixes that help against each reason; each tried stop is a step of the generator, because a screen may have to respond in between. */
export function* remedies(
	patient: Patient,
	reasons: readonly Reason[],
): Generator<Place, ReadonlyMap<Reason, readonly ProvenFix[]>> {
	if (!isRepeatable(patient) || patient.recording.stops.length > (patient.mostStops ?? mostStops)) {
		return new Map();
	}

	const candidates = reasons.reduce((sum, reason) => sum + Math.min(mostTrials, reason.candidates.length), 0);
	const budget = new Budget(candidates * patient.recording.stops.length, patient.stopsOfFixes ?? mostStopsOfCopies);
	const all = new Map<Reason, Singles>();
	for (const reason of reasons) {
		if (reason.site ?? reason.candidates[0]) {
			all.set(reason, yield* singles(patient, reason, budget));
		}
	}

	const works = (): boolean => [...all.values()].some(({fixes}) => fixes.some(({proof}) => proof === 'works'));
	const together = works() ? undefined : yield* allAtOnce(patient, all, budget);
	if (together && isWhole(together)) {
		all.get(together.reason)?.fixes.unshift({...fixOf(together.treatment, patient.files), proof: 'works'});
	}

	for (const one of all.values()) {
		const whole = works() ? undefined : yield* furtherOn(patient, one.further, budget);
		if (whole) {
			one.fixes.unshift({...fixOf(whole.treatment, patient.files), proof: 'works'});
		}
	}

	return new Map([...all].map(([reason, one]) => [reason, offered(one)]));
}
