import {placeKey, type Plan} from './plans.js';

/** A plan, and the run that has shown its place first: 0 is the undisturbed one. */
export interface KnownPlan {
	readonly plan: Plan;
	readonly run: number;
}

/** A plan in words that are the same in each run. */
export const planKey = ({kind, place}: Plan): string => `${kind} ${placeKey(place)}`;

/** Plans of one class usually find the same bug. A class is a kind of fault and a written object. */
const classOf = ({kind, place: {client, verb, resource}}: Plan): string => `${kind} ${client} ${verb} ${resource}`;

/** Adds the plans of a run that no earlier run has shown. */
export const withPlans = (known: readonly KnownPlan[], plans: readonly Plan[], run: number): readonly KnownPlan[] => {
	const keys = new Set(known.map(({plan}) => planKey(plan)));
	return [...known, ...plans.filter((plan) => !keys.has(planKey(plan))).map((plan) => ({plan, run}))];
};

/**
Chooses the plan of the next run: first a class that no run has tried, so that a short budget covers each write × fault; then places that the latest runs have shown first; then in the order of the recording.

@param tried plans of the runs so far.
@returns `undefined` when every plan has had its run.
*/
export const nextPlan = (known: readonly KnownPlan[], tried: readonly Plan[]): Plan | undefined => {
	const keys = new Set(tried.map((plan) => planKey(plan)));
	const classes = new Map<string, number>();
	for (const plan of tried) {
		classes.set(classOf(plan), (classes.get(classOf(plan)) ?? 0) + 1);
	}

	let best: KnownPlan | undefined;
	let bestCount = 0;
	for (const candidate of known) {
		if (keys.has(planKey(candidate.plan))) {
			continue;
		}

		const count = Math.min(1, classes.get(classOf(candidate.plan)) ?? 0);
		if (!best || count < bestCount || (count === bestCount && candidate.run > best.run)) {
			best = candidate;
			bestCount = count;
		}
	}

	return best?.plan;
};
