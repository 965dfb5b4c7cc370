import {isForbiddenToKubelet} from '../objects/node-labels.js';
import type {Scenario} from './scenario.js';

type Described = Pick<Scenario, 'nodes' | 'objects'> & Partial<Pick<Scenario, 'dump'>>;

const entriesOf = (labels: Readonly<Record<string, string>>, isForbidden: boolean) =>
	Object.entries(labels).filter(([key]) => isForbiddenToKubelet(key) === isForbidden);

/** The labels of a node that its kubelet sets. */
export const kubeletLabels = (labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
	Object.fromEntries(entriesOf(labels, false));

/** Nodes with labels that only an administrator may set, as kubeadm does for those of the control plane. */
const labelledNodes = ({nodes, dump}: Described): readonly string[] =>
	dump === undefined
		? nodes.flatMap(({name, labels, isDown}) => {
				const own = entriesOf(labels, true);
				return own.length === 0 || isDown
					? []
					: [
							`${JSON.stringify({
								apiVersion: 'v1',
								kind: 'Node',
								metadata: {name, labels: Object.fromEntries(own)},
							})}\n`,
						];
			})
		: [];

/**
The manifests that an administrator applies when a cluster starts, as YAML: the objects of the scenario and the labels that no kubelet may
set. Empty without any.
*/
export const initialObjects = (scenario: Described): string =>
	[scenario.objects, ...labelledNodes(scenario)]
		.filter((text) => text.trim() !== '')
		.map((text, index, all) => (index === all.length - 1 || text.endsWith('\n') ? text : `${text}\n`))
		.join('---\n');
