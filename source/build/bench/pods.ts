import {createCluster, type Input} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import type {Deployment} from '../../objects/kubernetes.generated.js';
import {completeScenario, type Scenario} from '../../scenario/scenario.js';

export type ClusterRecording = Recording<Scenario, Input>;

const manifest = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: nginx:1.27
        readinessProbe:
          httpGet: {path: /, port: 80}
`;

/** A cluster of so many nodes that has just come up. */
export const startedCluster = (nodes: number): ClusterRecording => {
	const capacity = {cpu: '64', memory: '256Gi', pods: '250'};
	const recording = new Recording(
		completeScenario({nodes: Array.from({length: nodes}, (_, index) => ({name: `node-${index + 1}`, capacity}))}),
		createCluster,
	);
	while (recording.extend(60_000, true)) {
		// The start of the control plane and the nodes.
	}

	return recording;
};

const readyPods = (recording: ClusterRecording): number =>
	recording.kernel.ledger.read<Deployment>('/registry/deployments/default/web')?.status?.readyReplicas ?? 0;

/**
Applies a Deployment of so many Pods and runs until all are Ready.

@throws when they do not become Ready within ten minutes of virtual time.
*/
export const runPods = (recording: ClusterRecording, pods: number): void => {
	recording.submit({kubectl: 'apply -f web.yaml', files: {'web.yaml': manifest(pods)}});
	const limitMs = recording.kernel.now + 600_000;
	for (;;) {
		if (!recording.extend(limitMs) || recording.stops.at(-1)!.timeMs > limitMs) {
			throw new Error(`${readyPods(recording)} of ${pods} Pods are Ready after ten minutes`);
		}

		// Looking at every stop would cost more than the stop.
		if (recording.stops.length % 64 === 0 && readyPods(recording) === pods) {
			return;
		}
	}
};
