import test from 'ava';
import {containerFiles} from './container-files.js';
import {FileError, resolvePath, type FileSystem} from '../../host/file-system.js';
import type {Attributes} from './attributes.js';
import {FileTree} from './file-tree.js';
import {root, type Credentials} from './credentials.js';
import {MountedFiles} from './mounted-files.js';
import {standardFiles} from './standard-files.js';

const owned = (mode: number, uid = 0, gid = 0): Attributes => ({mode, uid, gid, modifiedMs: 0});
const somebody: Credentials = {uid: 1000, gid: 1000, groups: [2000], overrides: false, ownsAll: false};

const mounted = (who: Credentials, volume: Attributes, readonly = false): FileSystem => {
	const tree = new FileTree(owned(0o755), standardFiles());
	const data = new FileTree(volume);
	return new MountedFiles(
		{path: '/', readonly: false, node: () => tree.root},
		new Map([['/mnt', {path: '/mnt', readonly, node: () => data.root}]]),
		who,
		() => 5,
	);
};

const attempt = (action: () => unknown): unknown => {
	try {
		return action();
	} catch (error) {
		return error instanceof FileError ? error.code : error;
	}
};

test('paths are resolved against a directory', (t) => {
	for (const [from, path, resolved] of [
		['/', 'x', '/x'],
		['/a/b', '../c', '/a/c'],
		['/a', '/etc//./hosts/', '/etc/hosts'],
		['/', '../..', '/'],
	] as const) {
		t.is(resolvePath(from, path), resolved);
	}
});

test('files are written, read, added to, moved and removed', (t) => {
	const files = containerFiles({nowMs: () => 7});
	files.write('/tmp/a', 'one\n');
	files.write('/tmp/a', 'two\n', {append: true});
	t.is(files.read('/tmp/a'), 'one\ntwo\n');
	t.deepEqual(files.stat('/tmp/a'), {kind: 'file', mode: 0o644, uid: 0, gid: 0, size: 8, modifiedMs: 7});
	files.makeDirectory('/data/deep/er', {parents: true});
	files.rename('/tmp/a', '/data/b');
	t.deepEqual(files.list('/data'), ['b', 'deep']);
	files.link('../data', '/tmp/here');
	t.is(files.read('/tmp/here/b'), 'one\ntwo\n');
	t.is(files.stat('/tmp/here', {follow: false})?.target, '../data');
	files.remove('/data', {recursive: true});
	t.is(files.stat('/tmp/here'), undefined);
	t.deepEqual(files.list('/tmp'), ['here']);
});

test('what cannot be done says why', (t) => {
	const files = containerFiles({nowMs: () => 0});
	files.write('/file', 'text');
	files.write('/tmp/full', 'text');
	files.link('/loop', '/loop');
	for (const [action, code] of [
		[() => files.read('/no'), 'ENOENT'],
		[() => files.read('/no/where'), 'ENOENT'],
		[() => files.read('/tmp'), 'EISDIR'],
		[() => files.list('/file'), 'ENOTDIR'],
		[() => files.read('/file/x'), 'ENOTDIR'],
		[() => files.read('/loop'), 'ELOOP'],
		[() => files.makeDirectory('/tmp'), 'EEXIST'],
		[() => files.makeDirectory('/a/b'), 'ENOENT'],
		[() => files.makeDirectory('/tmp', {parents: true}), undefined],
		[() => files.remove('/tmp'), 'ENOTEMPTY'],
		[() => files.remove('/'), 'EBUSY'],
		[() => files.rename('/usr', '/usr/bin/x'), 'EINVAL'],
		[() => files.write('/big', 'x'.repeat(8_388_609)), 'ENOSPC'],
	] as const) {
		t.is(attempt(action), code);
	}
});

test('a container writes only so much, and gets space back', (t) => {
	const files = containerFiles({nowMs: () => 0});
	const megabytes = 'x'.repeat(2_097_152);
	for (const name of '12345678') {
		files.write(`/${name}`, megabytes);
	}

	t.is(
		attempt(() => files.write('/9', 'x')),
		'ENOSPC',
	);
	files.remove('/1');
	files.write('/9', megabytes);
	t.pass();
});

test('what one container writes into a directory of its image another does not see', (t) => {
	const [first, second] = [containerFiles({nowMs: () => 0}), containerFiles({nowMs: () => 0})];
	first.write('/usr/bin/mine', '');
	first.remove('/srv');
	t.deepEqual([first.list('/usr/bin'), second.list('/usr/bin')], [['mine'], []]);
	t.deepEqual([first.stat('/srv'), second.stat('/srv')?.kind], [undefined, 'directory']);
});

test('users may do what the mode allows', (t) => {
	for (const [files, outcome] of [
		[mounted(root, owned(0o755)), undefined],
		[mounted(somebody, owned(0o755)), 'EACCES'],
		[mounted(somebody, owned(0o777)), undefined],
		[mounted(somebody, owned(0o755, 1000)), undefined],
		[mounted(somebody, owned(0o775, 0, 2000)), undefined],
		[mounted({...root, overrides: false, ownsAll: false}, owned(0o755, 1)), 'EACCES'],
		[mounted(root, owned(0o755), true), 'EROFS'],
	] as const) {
		t.is(
			attempt(() => files.write('/mnt/x', '')),
			outcome,
		);
	}

	const files = mounted(somebody, owned(0o2775, 0, 2000));
	files.write('/mnt/x', '');
	t.is(files.stat('/mnt/x')?.gid, 2000);
	t.is(
		attempt(() => files.chown('/mnt/x', 0, 0)),
		'EPERM',
	);
	t.is(
		attempt(() => files.rename('/mnt/x', '/tmp/x')),
		'EXDEV',
	);
	t.is(
		attempt(() => files.remove('/mnt', {recursive: true})),
		'EBUSY',
	);
	t.is(
		attempt(() => files.read('/root/x')),
		'EACCES',
	);
});
