import test from 'ava';
import {Trial} from '../../testing/trial.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {endingSignal} from './image-process.js';

test('a server ends by SIGTERM, SIGINT, SIGQUIT and the signal of its image; others do nothing', (t) => {
	t.is(endingSignal('TERM', 'SIGTERM'), 'SIGTERM');
	t.is(endingSignal('INT', 'SIGTERM'), 'SIGINT');
	t.is(endingSignal('WINCH', 'SIGWINCH'), 'SIGWINCH');
	t.is(endingSignal('WINCH', 'SIGQUIT'), undefined);
	t.is(endingSignal('KILL', 'SIGTERM'), undefined);
	t.is(endingSignal(undefined, 'SIGTERM'), undefined);
});

/** nginx after a command inside its container. */
const afterCommand = (command: string) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.begin('apply -f web.yaml', {
		'web.yaml':
			'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers: [{name: nginx, image: nginx:1.27}]\n',
	});
	trial.pass(10_000);
	trial.begin(`exec web -- ${command}`);
	trial.pass(10_000);
	const {podIP, containerStatuses = []} = trial.get<Pod>('/registry/pods/default/web').status;
	return {
		podIP,
		restarts: containerStatuses[0]?.restartCount,
		exit: containerStatuses[0]?.lastState?.terminated?.exitCode,
	};
};

for (const command of ["sh -c 'kill 1'", 'nginx -s quit', 'nginx -s stop']) {
	test(`${command} ends the server from inside its container, which restarts with the Pod's address`, (t) => {
		t.deepEqual(afterCommand(command), {podIP: '10.244.1.2', restarts: 1, exit: 0});
	});
}

test('SIGKILL from inside does nothing to process 1', (t) => {
	t.deepEqual(afterCommand("sh -c 'kill -9 1'"), {podIP: '10.244.1.2', restarts: 0, exit: undefined});
});
