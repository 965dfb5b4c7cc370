import {existsSync} from 'node:fs';
import {completeScenario, type Scenario} from '../../scenario/scenario.js';
import type {Manifests} from '../manifests.js';
import type {ExperimentWords} from './experiment.js';
import {shipped} from './words.js';

/** An experiment included in the program. */
interface ShippedExperiment {
	/** Path → text. */
	readonly files: Manifests['files'];
	readonly scenario: Scenario;
	readonly words: ExperimentWords;
}

/** A Pod of the shop. */
const shopPod = (name: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels: {app: shop}
spec:
  containers:
    - name: shop
      image: nginx:1.27
      ports: [{containerPort: 80}]
`;

const shopService = `apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  selector: {app: shop}
  ports: [{port: 80}]
`;

const shippedExperiments: Readonly<Record<(typeof shipped)[number][0], ShippedExperiment>> = {
	deletion: {
		files: {'shop.yaml': [shopPod('shop-a'), shopPod('shop-b'), shopService].join('---\n')},
		// A run starts only the components that it needs.
		scenario: completeScenario({nodes: [{name: 'node-a'}], csiDrivers: []}),
		words: {
			vary: [
				'pod/shop-a spec.containers[0].lifecycle.preStop.sleep.seconds=0..5',
				'kube-proxy.sync=0..2000',
				'pause=0..1000',
			],
			traffic: 'shop.default.svc.cluster.local:80 50ms',
			commands: ['delete pod shop-a'],
			ask: ['requests lost', 'longest silence'],
		},
	},
};

/** The experiment that a word names, unless it names a file. */
export const shippedExperiment = (words: readonly string[]): ShippedExperiment | undefined => {
	const name = words.length === 1 ? shipped.map(([one]) => one).find((one) => one === words[0]) : undefined;
	return name === undefined || existsSync(name) ? undefined : shippedExperiments[name];
};
