import test from 'ava';
import {WrittenFiles} from './written-files.js';

test('a file stays as kubectl wrote it, until the user writes another text', (t) => {
	const files = new WrittenFiles();
	files.write('config', 'two', {config: 'one'});
	t.deepEqual(files.read({config: 'one', other: 'x'}), {config: 'two', other: 'x'});
	t.deepEqual(files.read(), {config: 'two'});
	t.deepEqual(files.read({config: 'three'}), {config: 'three'});
	t.is(files.kubeconfig, undefined);
	files.write('~/.kube/config', 'mine');
	t.is(files.kubeconfig, 'mine');
});
