import test from 'ava';
import {runCommand} from '../testing/command-line.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {typedPath} from './typed-errors.js';

const object = {
	spec: {
		containers: [
			{name: 'side'},
			{name: 'main', ports: [{containerPort: 80}, {containerPort: 81, protocol: 'UDP'}], args: ['a', 'b']},
		],
		finalizers: ['one', 'two'],
	},
};

test('a field as server-side apply names it is found in the object', (t) => {
	for (const [text, path] of [
		['.spec.containers[name="main"].comand', ['spec', 'containers', 1, 'comand']],
		[
			'.spec.containers[name="main"].ports[containerPort=80,protocol="TCP"].hostport',
			['spec', 'containers', 1, 'ports', 0, 'hostport'],
		],
		['.spec.containers[name="main"].ports[containerPort=81,protocol="UDP"]', ['spec', 'containers', 1, 'ports', 1]],
		['.spec.containers[name="main"].args[1]', ['spec', 'containers', 1, 'args', 1]],
		['.spec.finalizers[="two"]', ['spec', 'finalizers', 1]],
		['.spec.containers[name="none"].image', ['spec', 'containers']],
	] as const) {
		t.deepEqual(typedPath(text, object), path, text);
	}
});

const pod = (text: string): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: one}\nspec:\n  containers:\n    - name: side\n      image: nginx:1.27\n    - name: main\n      image: busybox:1.36\n${text}`;

test('server-side apply leads each unknown field and wrong type to its line, with a fix', async (t) => {
	const folder = temporaryFolder();
	for (const [name, text, place, fixed] of [
		['field', '      comand: [sleep, "9999"]\n', '10:7', '+ command: [sleep, "9999"]'],
		[
			'number',
			'      command: [sleep, "9999"]\n      ports:\n        - containerPort: "80"\n',
			'12:11',
			'+ - containerPort: 80',
		],
		[
			'text',
			'      command: [sleep, "9999"]\n      env: [{name: A, value: 1}]\n',
			'11:23',
			'+ env: [{name: A, value: "1"}]',
		],
	] as const) {
		const file = put(folder, `${name}.yaml`, pod(text));
		const {out} = await runCommand(['check', '--server-side', '--jobs', '1', file]);
		t.true(out.includes(` at      ${file}:${place} `), out);
		t.true(out.includes(fixed), out);
	}
});
