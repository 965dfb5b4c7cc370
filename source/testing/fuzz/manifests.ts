import {planOf, seedsPerWorld} from '../../invariants/campaign/plan.js';
import {brokenManifests} from '../broken-manifests.js';
import {deployment, documents, ingress, pod, service} from '../manifests.js';

const worlds = 40;

/** Manifests of many kinds, valid and invalid. */
export const manifests: readonly string[] = [
	documents(pod, deployment({replicas: 2}), service, ingress),
	...brokenManifests.map(({manifest}) => manifest),
	...Array.from({length: worlds}, (_, world) =>
		planOf(world * seedsPerWorld).commands.flatMap(({files = {}}) => Object.values(files)),
	).flat(),
];
