import test from 'ava';
import {stateOn, typed} from '../../../testing/screens.js';
import {plainText} from '../../paint/text.js';
import type {State} from '../../state/state.js';
import {rowsOf} from '../rows.js';
import {broadcastOf, linkLocalOf} from './interfaces.js';
import {memorySize, tmpfsLine} from './mounts.js';
import {ago, sizeText} from './units.js';

for (const [seconds, text] of [
	[0.4, 'Less than a second ago'],
	[1, '1 second ago'],
	[59, '59 seconds ago'],
	[60, 'About a minute ago'],
	[150, '2 minutes ago'],
	[3600, 'About an hour ago'],
	[7200, '2 hours ago'],
	[3 * 86_400, '3 days ago'],
	[15 * 86_400, '2 weeks ago'],
	[90 * 86_400, '3 months ago'],
] as const) {
	test(`crictl says of ${seconds} s: ${text}`, (t) => {
		t.is(ago(seconds * 1000), text);
	});
}

test('crictl prints sizes with three digits, in powers of a thousand', (t) => {
	t.deepEqual([0, 999, 72_000_000, 2_216_000, 1_234_567_890].map(sizeText), ['0B', '999B', '72MB', '2.22MB', '1.23GB']);
});

test('a broadcast address ends its network', (t) => {
	t.is(broadcastOf('10.244.1.2/24'), '10.244.1.255');
	t.is(broadcastOf('10.244.1.2/20'), '10.244.15.255');
	t.is(broadcastOf('192.168.0.11/32'), '192.168.0.11');
});

test('a link-local address is made of the hardware address', (t) => {
	t.is(linkLocalOf('76:4d:3f:3d:11:7f'), 'fe80::744d:3fff:fe3d:117f');
	t.is(linkLocalOf('00:04:9f:07:2f:61'), 'fe80::204:9fff:fe07:2f61');
});

test('a volume in memory may take the least of what limits it', (t) => {
	t.is(memorySize({allocatable: '4Gi', podMax: 'max'}), 4 * 2 ** 30);
	t.is(memorySize({allocatable: '4Gi', podMax: '134217728'}), 128 * 2 ** 20);
	t.is(memorySize({allocatable: '4Gi', podMax: '134217728', sizeLimit: '10Mi'}), 10 * 2 ** 20);
	t.is(memorySize({}), undefined);
});

test('Secrets and emptyDirs in memory are mounts of their own, ConfigMaps are directories', (t) => {
	const volume = (kind: string) => ({
		pod: 'default/web',
		plugin: '',
		path: `/var/lib/kubelet/pods/u/volumes/kubernetes.io~${kind}/v`,
	});
	const line = tmpfsLine(volume('secret'), undefined, {podMax: '1048576'});
	t.is(
		line,
		'tmpfs on /var/lib/kubelet/pods/u/volumes/kubernetes.io~secret/v type tmpfs (rw,relatime,size=1024k,inode64,noswap)',
	);
	t.truthy(tmpfsLine(volume('empty-dir'), 'Memory', {}));
	t.is(tmpfsLine(volume('empty-dir'), undefined, {}), undefined);
	t.is(tmpfsLine(volume('configmap'), undefined, {}), undefined);
});

const cluster = typed({...stateOn('pod'), size: {columns: 160, rows: 50}}, ['G', '6', 'j']);

const inside = (state: State): readonly string[] =>
	rowsOf(state, 'cluster', 200, 100).map(({row}) => plainText(row).trimEnd());

test('a node shows what commands print that one types in a shell on it', (t) => {
	const rows = inside(typed(cluster, ['i']));
	t.deepEqual(
		rows
			.filter((row) => row.startsWith(' node-a # '))
			.map((row) =>
				row
					.replace(/^ node-a # /, '')
					.split(' ')
					.slice(0, 2)
					.join(' '),
			),
		[
			'crictl pods',
			'crictl ps',
			'crictl images',
			'ip route',
			'ip link',
			'mount -t',
			'ls /var/lib/kubelet/pods/*/volumes/*/*',
			'ps -e',
			'cd /sys/fs/cgroup/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod8f1539cd_9bdf_41a7_b4c7_854ae0484870.slice',
		],
	);
	t.true(
		rows.some((row) => /^ [\da-f]{13} {2}\d seconds ago {2}Ready {2}web {3}default {4}0 {8}\(default\)$/.test(row)),
	);
	t.true(rows.includes(' docker.io/library/nginx  1.27  6352d84551995  72MB'));
	t.true(rows.includes(' 10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1'));
	t.true(rows.includes(' cpu.weight:20'));
});

test('a Pod shows its part of the node: its network namespace, as ip prints it there', (t) => {
	const rows = inside(typed(cluster, ['j', 'i']));
	t.true(
		rows.includes(
			' 2: eth0@if5: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UP group default qlen 1000',
		),
	);
	t.true(rows.includes('     inet 10.244.1.2/24 brd 10.244.1.255 scope global eth0'));
	t.true(rows.includes(' default via 10.244.1.1 dev eth0'));
	t.true(rows.includes(' nameserver 10.96.0.10'));
	t.false(rows.some((row) => row.includes('crictl images')));
});

test('the ends of two cables have numbers of their own, and keep them', (t) => {
	const shop = typed(stateOn('shop'), ['G', '6', 'j']);
	const numbers = (state: State) => inside(typed(state, ['i'])).flatMap((row) => /^ (\d+): veth/.exec(row)?.[1] ?? []);
	t.deepEqual(numbers(shop), ['5']);
	const more = typed(shop, [':kubectl scale deployment shop --replicas 6', ':until rest', '6']);
	t.deepEqual(numbers({...more, cluster: {}, pane: {...more.pane, selected: {cluster: 0}}}), ['5', '6']);
});

test('logs stand under the command that prints them', (t) => {
	t.is(inside(typed(cluster, ['j', 'l']))[0], ' $ kubectl logs web -n default -c web');
});
