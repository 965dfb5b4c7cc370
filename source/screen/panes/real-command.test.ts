import test from 'ava';
import {must} from '../../testing/must.js';
import {stateOn} from '../../testing/screens.js';
import type {Stop} from '../../kernel/stop.js';
import {realCommand} from './real-command.js';

const {recording} = stateOn('pod');
/** A stop of kubectl at a stage. */
const at = (stage: string): Stop => ({...must(recording.stops.get(0), 'a stop'), stage, object: undefined});

test('the command for a live cluster is the command of the stop itself, with flags that this command knows', (t) => {
	const table = [
		['kubectl.print', 'get pods -o wide', 'kubectl get pods -o wide'],
		['kubectl.print', 'create namespace shop', 'kubectl create namespace shop'],
		['kubectl.generate', 'create namespace shop', 'kubectl create namespace shop --dry-run=client -o yaml'],
		[
			'kubectl.generate',
			'run job --image=busybox:1.37 -- sh -c date',
			'kubectl run job --image=busybox:1.37 --dry-run=client -o yaml -- sh -c date',
		],
		[
			'kubectl.generate',
			'scale deployment web --replicas=3 -o json',
			'kubectl scale deployment web --replicas=3 -o json --dry-run=client',
		],
		[
			'kubectl.generate',
			'create job a --image=b --dry-run=client',
			'kubectl create job a --image=b --dry-run=client -o yaml',
		],
		['kubectl.generate', 'rollout restart deployment web', 'kubectl rollout restart deployment web'],
		['kubectl.request', 'delete pod web', 'kubectl delete pod web -v=8'],
		['apiserver.respond', 'exec web -- date', 'kubectl exec web -v=8 -- date'],
		['kubectl.parse', 'apply -f web.yaml', 'kubectl create --dry-run=client -o json -f web.yaml'],
		['kubectl.validate', 'apply --filename=shop/', 'kubectl apply --validate=strict --dry-run=client -f shop/'],
		['kubectl.parse', 'apply -f -', 'kubectl create --dry-run=client -o json -f FILE'],
	] as const;
	for (const [stage, line, real] of table) {
		t.is(realCommand(at(stage), undefined, line), real, line);
	}
});

test('without a command of the user, the command stays open', (t) => {
	t.is(realCommand(at('apiserver.respond')), 'kubectl … -v=8');
});
