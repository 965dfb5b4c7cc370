import test from 'ava';
import {parse} from 'yaml';
import {boxDefinition} from '../../../testing/boxes.js';
import {Trial} from '../../../testing/trial.js';

const box = (size: number, metadata = ''): string =>
	`apiVersion: example.com/v1\nkind: Box\nmetadata: {name: a${metadata}}\nspec: {size: ${size}}\n`;

test('replace overwrites what is there at its version, for custom resources too', (t) => {
	const trial = new Trial({nodes: []});
	trial.apply(boxDefinition);
	trial.pass(1000);
	t.is(
		trial.kubectl('replace -f box.yaml', {'box.yaml': box(1)}).stderr,
		'Error from server (NotFound): error when replacing "box.yaml": boxes.example.com "a" not found\n',
	);
	trial.kubectl('create -f box.yaml', {'box.yaml': box(1)});
	t.like(trial.kubectl('replace -f box.yaml', {'box.yaml': box(2)}), {
		stdout: 'box.example.com/a replaced\n',
		stderr: '',
	});
	t.like(trial.read('/registry/example.com/boxes/default/a'), {spec: {size: 2}});
	t.regex(
		trial.kubectl('replace -f box.yaml', {'box.yaml': box(3, ', resourceVersion: "1"')}).stderr,
		/Operation cannot be fulfilled on boxes\.example\.com "a": the object has been modified/,
	);
	t.regex(
		trial.kubectl('replace --raw /apis/example.com/v1/namespaces/default/boxes/a -f box.json', {
			'box.json': JSON.stringify(parse(box(3))),
		}).stderr,
		/metadata\.resourceVersion: Invalid value: 0: must be specified for an update/,
	);
});
