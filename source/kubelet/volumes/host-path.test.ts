import test from 'ava';
import type {HostPathVolumeSource} from '../../objects/kubernetes.generated.js';
import {NodeFiles} from '../../machine/files/node-files.js';
import {checkHostPath, HostPaths} from './host-path.js';

const world = (present: readonly string[] = []): HostPaths =>
	new HostPaths(new NodeFiles('node-a', new Map(), () => 0), present);

const message = (host: HostPaths, path: string, type: HostPathVolumeSource['type']): string => {
	try {
		checkHostPath(host, {path, type});
		return '';
	} catch (error) {
		return error instanceof Error ? error.message : '';
	}
};

for (const [path, type, expected] of [
	['/data', '', ''],
	['/data', 'Directory', 'hostPath type check failed: /data is not a directory'],
	['/var/log', 'Directory', ''],
	['/data/', 'DirectoryOrCreate', ''],
	['/etc/hosts', 'File', ''],
	['/etc', 'File', 'hostPath type check failed: /etc is not a file'],
	['/var/run/docker.sock', 'Socket', 'hostPath type check failed: /var/run/docker.sock is not a socket file'],
	['/run/containerd/containerd.sock', 'Socket', ''],
	['/dev/null', 'CharDevice', ''],
	['/dev/sda', 'CharDevice', 'hostPath type check failed: /dev/sda is not a character device'],
	['/dev/xvdf', 'BlockDevice', 'hostPath type check failed: /dev/xvdf is not a block device'],
	['/none/file', 'FileOrCreate', 'open /none/file: no such file or directory'],
	['/etc/new', 'FileOrCreate', ''],
	['/mnt/disk', 'Directory', ''],
	['C:\\var\\lib\\kubelet\\plugins_registry\\', 'Directory', ''],
	['C:\\data\\', 'Directory', 'hostPath type check failed: C:\\data\\ is not a directory'],
] as const) {
	test(`hostPath ${path} of type "${type}": ${expected || 'mounted'}`, (t) => {
		t.is(message(world(['/mnt/disk']), path, type), expected);
	});
}

test('from 1.37 on, the message names the type that a path has', (t) => {
	const said = (path: string, type: HostPathVolumeSource['type']): string | undefined =>
		t.throws(() => checkHostPath(world(), {path, type}, 37))?.message;
	t.is(said('/etc', 'File'), "hostPath type check failed: /etc is not a file, it's a Directory");
	t.is(
		said('/dev/sda', 'CharDevice'),
		"hostPath type check failed: /dev/sda is not a character device, it's a BlockDevice",
	);
	t.is(
		said('/data', 'Directory'),
		'hostPath type check failed, /data is not a directory, unable to determine its type: path "/data" does not exist',
	);
});

test('what one Pod has made on a node, another one finds', (t) => {
	const host = world();
	t.is(message(host, '/srv/a/b', 'DirectoryOrCreate'), '');
	t.is(message(host, '/srv/a', 'Directory'), '');
	t.is(message(host, '/srv/a/b', 'Directory'), '');
});
