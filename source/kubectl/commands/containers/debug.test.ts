import test from 'ava';
import {KubectlWorld} from '../../../testing/kubectl-world.js';

const copies: ReadonlyArray<readonly [flags: string, copy: object]> = [
	['-- sh', {command: ['sh']}],
	['--arguments-only -- -v', {command: ['run'], args: ['-v']}],
	['--set-image=*=ubuntu', {command: ['run'], args: ['false'], image: 'ubuntu'}],
];

for (const [flags, copy] of copies) {
	test(`the copy of debug ${flags} has that command, and arguments only where they are meant for it`, (t) => {
		const world = new KubectlWorld();
		world.create('pods', {
			metadata: {name: 'web', namespace: 'default'},
			spec: {containers: [{name: 'web', image: 'busybox:1.37', command: ['run'], args: ['false']}]},
		});
		t.is(world.run(`debug web --copy-to=web-debug --container=web ${flags}`).code, 0);
		const {stdout} = world.run('get pod web-debug -o jsonpath={.spec.containers[0]}');
		const {name, image, command, args}: Record<string, unknown> = JSON.parse(stdout);
		t.deepEqual(
			{name, image, command, args},
			{name: 'web', image: 'busybox:1.37', command: undefined, args: undefined, ...copy},
		);
	});
}
