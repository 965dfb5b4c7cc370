import {Cluster} from '../../library/library.js';
import {cpuMs, figure, median, type Print} from './measure.js';

/** Clusters of a test file: the first one warms up; a test waits for the later ones. */
export const measureLibrary = (print: Print): void => {
	print('Library: CPU time of a cluster with three nodes, started and at rest');
	const first = cpuMs(() => Cluster.create()).ms;
	const later = Array.from({length: 20}, () => cpuMs(() => Cluster.create()).ms);
	print(figure('the first in a process', first, 'ms'));
	print(figure('the second', later[0] ?? Number.NaN, 'ms'));
	print(figure('each after the first', median(later), 'ms', 50, `median of ${later.length}`));
};
