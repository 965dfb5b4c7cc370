import test from 'ava';
import {deployment, documents} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';
import type {Endpoints, EndpointSlice, Node, Pod, Service} from '../objects/kubernetes.generated.js';

const service = `apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  ipFamilyPolicy: PreferDualStack
  selector: {app: web}
  ports: [{port: 80}]
`;

const client = `apiVersion: v1
kind: Pod
metadata: {name: client}
spec:
  containers:
    - name: c
      image: busybox:1.37
      command: [sleep, '100000']
      env:
        - {name: IPS, valueFrom: {fieldRef: {fieldPath: status.podIPs}}}
        - {name: HOSTS, valueFrom: {fieldRef: {fieldPath: status.hostIPs}}}
`;

const nodes = [{name: 'node-a'}, {name: 'node-b'}];
const both = new Trial({nodes, ipFamilies: ['IPv4', 'IPv6']});
both.apply(documents(deployment(), service, client));
const six = new Trial({nodes, ipFamilies: ['IPv6'], kubeProxy: {mode: 'nftables'}});
six.apply(documents(deployment(), service, client));

const exec = (trial: Trial, command: string): string => trial.kubectl(`exec client -- ${command}`).stdout;

test('in a cluster of both families nodes and Pods have an address of each, and Pods know theirs', (t) => {
	const node = both.get<Node>('/registry/minions/node-a');
	t.deepEqual(node.spec?.podCIDRs, ['10.244.1.0/24', 'fd00:10:244:1::/64']);
	t.deepEqual(
		node.status.addresses?.map(({address}) => address),
		['192.168.0.11', 'fd00:192:168::b', 'node-a'],
	);
	const {status, spec} = both.get<Pod>('/registry/pods/default/client');
	const ips = status.podIPs?.map(({ip}) => ip) ?? [];
	t.deepEqual([ips.length, ips[0]], [2, status.podIP]);
	t.is(status.hostIPs?.length, 2);
	const environment = exec(both, 'env');
	t.true(environment.includes(`IPS=${ips.join(',')}\n`));
	t.true(
		environment.includes(
			`HOSTS=${spec.nodeName === 'node-a' ? '192.168.0.11,fd00:192:168::b' : '192.168.0.12,fd00:192:168::c'}\n`,
		),
	);
	for (const ip of ips) {
		t.true(exec(both, 'cat /etc/hosts').includes(`${ip}\tclient\n`));
	}
});

test('a Service that prefers both families has a slice, rules and records of each; its Endpoints are of the first', (t) => {
	const {spec} = both.get<Service>('/registry/services/specs/default/web');
	const [four = '', sixth = ''] = spec.clusterIPs ?? [];
	t.deepEqual(spec.ipFamilies, ['IPv4', 'IPv6']);
	t.regex(four, /^10\.96\./);
	t.regex(sixth, /^fd00:10:96::/);
	const slices = both.list<EndpointSlice>('/registry/endpointslices/default/web-');
	t.deepEqual(slices.map(({addressType}) => addressType).sort(), ['IPv4', 'IPv6']);
	const addresses = both.get<Endpoints>('/registry/services/endpoints/default/web').subsets?.[0]?.addresses ?? [];
	t.true(addresses.length === 2 && addresses.every(({ip}) => ip.startsWith('10.244.')));
	t.true(both.get<{text: string}>('/nodes/node-a/iptables').text.includes(`-d ${four} `));
	t.true(both.get<{text: string}>('/nodes/node-a/ip6tables').text.includes(`-d ${sixth} `));
	t.regex(exec(both, 'nslookup web'), new RegExp(`Address: ${four}\\n[^]*Address: ${sixth}\\n`));
	const described = both.kubectl('describe service web').stdout;
	t.regex(described, /IP Families: +IPv4,IPv6\n/);
	t.regex(described, new RegExp(`IPs: +${four},${sixth}\\n`));
	t.regex(described, /Endpoints: .*\[fd00:10:244:\d::\d\]:80/);
	for (const host of ['web', four, `[${sixth}]`]) {
		t.regex(exec(both, `wget -qO- http://${host}`), /nginx/, host);
	}
});

test('a cluster without IPv4 works in all its parts', (t) => {
	const {spec} = six.get<Service>('/registry/services/specs/default/web');
	t.deepEqual([spec.ipFamilyPolicy, spec.ipFamilies], ['PreferDualStack', ['IPv6']]);
	t.is(six.get<Service>('/registry/services/specs/default/kubernetes').spec.clusterIP, 'fd00:10:96::1');
	t.regex(exec(six, 'nslookup web'), new RegExp(`Server:\\t\\tfd00:10:96::a\\n[^]*Address: ${spec.clusterIP}\\n`));
	t.regex(exec(six, 'wget -qO- http://web'), /nginx/);
	t.regex(exec(six, 'env'), /KUBERNETES_PORT=tcp:\/\/\[fd00:10:96::1\]:443\n/);
	t.true(
		six.get<{text: string}>('/nodes/node-a/nftables-ip6').text.includes(`service-ips { ${spec.clusterIP} . tcp . 80 `),
	);
	t.is(six.read('/nodes/node-a/nftables'), undefined);
	const ips = six.list<Pod>('/registry/pods/default/').map(({status}) => status.podIPs?.map(({ip}) => ip).join() ?? '');
	t.true(ips.every((ip) => /^fd00:10:244:\d::\d$/.test(ip)));
});

test('a Service gets its second family, and gives it up, by its policy; what one family cannot do is refused', (t) => {
	const trial = new Trial({nodes, ipFamilies: ['IPv4', 'IPv6']});
	trial.apply(service.replace('PreferDualStack', 'SingleStack'));
	const read = () => trial.get<Service>('/registry/services/specs/default/web').spec;
	const [first] = read().clusterIPs ?? [];
	trial.kubectl('patch service web -p {"spec":{"ipFamilyPolicy":"RequireDualStack"}}');
	t.deepEqual([read().ipFamilies, read().clusterIPs?.[0], read().clusterIPs?.length], [['IPv4', 'IPv6'], first, 2]);
	trial.kubectl('patch service web -p {"spec":{"ipFamilyPolicy":"SingleStack"}}');
	t.deepEqual([read().ipFamilies, read().clusterIPs], [['IPv4'], [first]]);
	const chosen = `apiVersion: v1
kind: Service
metadata: {name: chosen}
spec: {clusterIP: 'fd00:10:97::1', ports: [{port: 80}]}
`;
	t.regex(
		trial.apply(chosen).stderr,
		/failed to allocate IP fd00:10:97::1: the provided network does not match the current range/,
	);
	const alone = new Trial({nodes});
	t.regex(
		alone.apply(service.replace('PreferDualStack', 'RequireDualStack')).stderr,
		/spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services/,
	);
});
