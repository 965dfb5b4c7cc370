import type {JobSpec} from '../../objects/kubernetes.generated.js';
import {templateWarnings} from '../pod/template-warnings.js';

export const indexWarnings = (path: string, spec: JobSpec | undefined): string[] =>
	spec?.completionMode === 'Indexed' && (spec.completions ?? 0) > 100_000 && (spec.parallelism ?? 0) > 10_000
		? [
				`${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
			]
		: [];

/** @mirrors k8s.io/kubernetes/pkg/api/job WarningsForJobSpec */
export const jobWarnings = (path: string, spec: JobSpec | undefined): string[] => [
	...indexWarnings(path, spec),
	...templateWarnings(`${path}.template`, spec?.template),
];
