import {fileURLToPath} from 'node:url';
import test from 'ava';
import {SimulatedCluster} from './cluster.js';
import {differences} from './differences.js';
import {readGoldens} from './golden.js';
import {Player} from './player.js';

// Definitions, schemas, rules, requests and server-side apply of custom resources, recorded from k8s.io/apiextensions-apiserver v0.36.3 with its own etcd: the code that kube-apiserver v1.36.3 serves custom resources with.
const file = fileURLToPath(new URL('../../../snapshots/cluster/custom-resources.jsonl.gz', import.meta.url));

for (const golden of readGoldens(file)) {
	test(`${golden.id}: ${golden.entries.length} answers are those of a real apiserver`, (t) => {
		const cluster = new SimulatedCluster();
		cluster.start();
		const played = new Player(cluster, golden).play();
		for (const [index, entry] of golden.entries.entries()) {
			t.deepEqual(differences(entry, played[index]), [], `${index}: ${entry.step}`);
		}
	});
}
