import type {Scenario} from '../../scenario/scenario.js';
import {planOf} from './plan.js';
import {withAssumed} from './target-facilities.js';
import type {HowToApply} from './world.js';

/**
A scenario as a check without a target assumes it for these files: their namespaces, classes, drivers, nodes and Secrets exist.

@param files texts of manifests by their names
*/
export const assumedScenario = (
	scenario: Scenario,
	files: Readonly<Record<string, string>>,
	how: HowToApply = {},
): Scenario => {
	const {jobs} = planOf({
		files: Object.entries(files).map(([file, text]) => ({file, text, isFound: false})),
		scenario,
		how,
		language: 'en',
	});
	const parts = jobs.flatMap((job) => job.parts);
	const made = parts.flatMap((part) => Object.entries(part.made ?? {}));
	const texts = [scenario.objects, ...new Map(made).values()].filter((text) => text.trim() !== '');
	return {
		...withAssumed(
			scenario,
			parts.flatMap(({assumed}) => assumed ?? []),
		),
		objects: texts.map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join('---\n'),
	};
};
