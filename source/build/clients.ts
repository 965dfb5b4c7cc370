import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {workWithClientNode} from './clients/client-node-work.js';
import {workWithEnvtest} from './clients/envtest-work.js';
import {workWithGoTools} from './clients/go-tools-work.js';
import {findKubectls} from './clients/kubectls.js';
import {KubectlWorker, type Failure} from './clients/kubectl-work.js';
import {cli, whileServed} from './served.js';

// npm run test:clients
// Real clients do a day's work against `serve`: every kubectl there is (`KUBECTL` names the only one to use), client-node, and where there is Go, helm, kustomize, stern and a suite of controller-runtime's envtest.
const home = mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-clients-'));

/** A separate server for each client, while `use` runs. */
const serving = async (use: (kubeconfig: string) => Promise<void>): Promise<void> => {
	const kubeconfig = path.join(mkdtempSync(path.join(home, 'server-')), 'config');
	const {code, printed} = await whileServed(kubeconfig, [], () => use(kubeconfig));
	console.log(`  serve: exit code ${code}, ${printed.trim().split('\n').at(-1)}`);
	if (code !== 0) {
		process.exitCode = 1;
	}
};

let passed = 0;
let failed = 0;
const report = (name: string, good: number, failures: readonly Failure[]): void => {
	passed += good;
	failed += failures.length;
	console.log(`${name}: ${good} passed, ${failures.length} failed`);
	for (const {what, why} of failures) {
		console.log(`  ✘ ${what}\n    ${why.replaceAll('\n', '\n    ')}`);
	}
};

try {
	const kubectls = findKubectls();
	if (kubectls.length === 0) {
		console.log('there is no kubectl here, and none could be fetched');
	}

	for (const kubectl of kubectls) {
		await serving(async (kubeconfig) => {
			const worker = new KubectlWorker(kubectl, kubeconfig, path.join(home, kubectl.version));
			await worker.work();
			report(`kubectl ${kubectl.version}`, worker.passed, worker.failures);
		});
	}

	await serving(async (kubeconfig) => {
		const {passed: good, failures} = await workWithClientNode(kubeconfig);
		report('@kubernetes/client-node', good, failures);
	});

	await serving(async (kubeconfig) => {
		const tools = workWithGoTools(kubeconfig, home, kubectls.at(-1));
		if (tools) {
			report('helm, kustomize, stern', tools.passed, tools.failures);
		} else {
			console.log('there is no go here: helm, kustomize and stern are not built');
		}
	});

	const suite = workWithEnvtest(cli, home);
	if (suite) {
		report('controller-runtime envtest', suite.passed, suite.failures);
	} else {
		console.log('there is no go here: no suite of controller-runtime is run');
	}
} finally {
	rmSync(home, {recursive: true, force: true});
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : (process.exitCode ?? 0));
