import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import {completeScenario} from '../scenario/scenario.js';
import {initialState} from '../screen/state/initial-state.js';
import type {State} from '../screen/state/state.js';

const shop = `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: web, image: 'nginx:1.27', ports: [{containerPort: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: shop}
spec: {selector: {app: shop}, ports: [{port: 80}]}
`;

/** A Pod of a Service is deleted while a client sends fifty requests a second; kube-proxy needs 300 ms. */
export const raced = (): State => {
	const recording = new Recording(
		completeScenario({nodes: [{name: 'node-a'}, {name: 'node-b'}], latencies: {'kube-proxy.sync': 300}}),
		createCluster,
	);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	recording.submit({kubectl: 'apply -f shop.yaml', files: {'shop.yaml': shop}});
	seek(recording, recording.stops.length - 1, 1, () => false);
	recording.submit({traffic: {name: 'client', target: 'shop.default.svc.cluster.local:80', everyMs: 20}});
	const begun = recording.kernel.now;
	seek(recording, recording.stops.length - 1, 1, ({timeMs}) => timeMs > begun + 500, {pastRest: true});
	recording.submit({kubectl: 'delete pod -l app=shop --field-selector=spec.nodeName=node-a --wait=false'});
	seek(recording, recording.stops.length - 1, 1, ({timeMs}) => timeMs > begun + 3000, {pastRest: true});
	return initialState(recording);
};
