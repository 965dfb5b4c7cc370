import type {ClusterRecording} from '../cluster.js';
import {parseTimestamp} from '../kernel/clock.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {containersOf, type PodContainer} from './container-reference.js';
import {all, isSystem} from './look.js';
import type {Wait} from './wait.js';

/** A variable that is extended by itself, as in `x=$x$x`, `x="${x}a"` and `x+=a`. */
const growing = /\b(\w+)=["']?\$\{?\1\b|\b\w+\+=["'$\w]/;

/** The time in which a variable that grows by a megabyte a second fills a usual limit. */
const longestMs = 150_000;

/** Whether the script of a container has a loop in which a variable grows, and a limit that it may reach. */
export const mayGrow = ({command = [], args = [], resources}: PodContainer['spec']): boolean => {
	const text = [...command, ...args].join(' ');
	return resources?.limits?.['memory'] !== undefined && /\b(?:while|until|for)\b/.test(text) && growing.test(text);
};

/** Containers that may use more and more memory: their limit may end them. */
export const growthWaits = ({kernel: {ledger, wallClockMs}}: Pick<ClusterRecording, 'kernel'>): readonly Wait[] =>
	all<Pod>(ledger, '/registry/pods/')
		.filter(({object}) => !isSystem(object))
		.flatMap(({object}) =>
			containersOf(object).flatMap(({name, spec, status}): Wait[] => {
				const untilMs = (parseTimestamp(status.state?.running?.startedAt ?? '') || 0) + longestMs;
				return status.state?.running && untilMs > wallClockMs && mayGrow(spec)
					? [{untilMs, words: ({progress: {waits}}) => waits.growth(name, object.metadata.name)}]
					: [];
			}),
		);
