import test from 'ava';
import {Trial} from '../../testing/trial.js';
import {availabilityOf} from './availability.js';

const apiService = `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.other.example.com}
spec:
  group: other.example.com
  version: v1
  groupPriorityMinimum: 10
  versionPriority: 10
  insecureSkipTLSVerify: true
  service: {namespace: default, name: other, port: 443}
`;

const service = (port: number): string =>
	`apiVersion: v1\nkind: Service\nmetadata: {name: other}\nspec: {clusterIP: 10.96.7.7, selector: {app: web}, ports: [{name: https, port: ${port}}]}\n`;

const pod =
	"apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: web, image: 'nginx:1.27'}]}\n";

test('endpoints that are not ready do not make an API available', (t) => {
	const meta = (name: string) => ({name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: ''});
	const spec = {group: 'e.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1};
	const reasonWith = (ready: boolean | undefined) =>
		availabilityOf(
			{
				apiVersion: 'apiregistration.k8s.io/v1',
				kind: 'APIService',
				metadata: meta('v1.e.com'),
				spec: {...spec, service: {name: 'other', namespace: 'default', port: 443}},
				status: {},
			},
			{
				apiVersion: 'v1',
				kind: 'Service',
				metadata: meta('other'),
				spec: {type: 'ClusterIP', clusterIP: '10.96.7.7', ports: [{name: 'https', port: 443}]},
				status: {},
			},
			[
				{
					apiVersion: 'discovery.k8s.io/v1',
					kind: 'EndpointSlice',
					metadata: meta('other-1'),
					addressType: 'IPv4',
					ports: [{name: 'https', port: 8443}],
					endpoints: [{addresses: ['10.244.0.2'], conditions: ready === undefined ? {} : {ready}}],
				},
			],
		).reason;
	t.is(reasonWith(false), 'MissingEndpoints');
	t.is(reasonWith(true), 'FailedDiscoveryCheck');
	t.is(reasonWith(undefined), 'FailedDiscoveryCheck');
});

test('an APIService is not available until its Service is there, has the port and endpoints, and its server answers', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const condition = (): string => {
		trial.pass(1000);
		return trial.kubectl(
			'get apiservice v1.other.example.com -o jsonpath={.status.conditions[0].status}/{.status.conditions[0].reason}/{.status.conditions[0].message}',
		).stdout;
	};

	trial.apply(apiService);
	t.is(condition(), 'False/ServiceNotFound/service/other in "default" is not present');
	t.regex(
		trial.kubectl('get apiservices v1.other.example.com').stdout,
		/v1\.other\.example\.com +default\/other +False \(ServiceNotFound\) /,
	);
	trial.apply(service(8443));
	t.is(condition(), 'False/ServicePortError/service/other in "default" is not listening on port 443');
	trial.apply(service(443));
	t.is(
		condition(),
		'False/MissingEndpoints/endpointslices for service/other in "default" have no addresses with port name "https"',
	);
	trial.apply(pod);
	trial.pass(10_000);
	const url = 'https://10.96.7.7:443/apis/other.example.com/v1';
	t.is(
		condition(),
		`False/FailedDiscoveryCheck/failing or missing response from ${url}: Get "${url}": dial tcp 10.96.7.7:443: connect: connection refused`,
	);
	for (const path of ['/apis/other.example.com/v1', '/apis/other.example.com/v1/namespaces/default/things']) {
		const from = trial.recording.stops.length;
		trial.kubectl(`get --raw ${path}`);
		t.like(trial.last('apiserver.respond', from).facts, {code: 503, body: 'service unavailable\n'});
	}

	const discovered = (): unknown => JSON.parse(trial.kubectl('get --raw /apis/other.example.com').stdout);
	t.like(discovered(), {kind: 'APIGroup', preferredVersion: {version: 'v1'}});
	const stale = 'other.example.com/v1: stale GroupVersion discovery: other.example.com/v1';
	const incomplete = `unable to retrieve the complete list of server APIs: ${stale}`;
	const listed = trial.kubectl('api-resources --api-group=apps --output=name');
	t.regex(listed.stdout, /^deployments\.apps$/m);
	t.is(listed.stderr, `error: ${incomplete}\n`);
	t.is(trial.kubectl('get deployments').stderr, 'No resources found in default namespace.\n');
	trial.kubectl('create namespace going');
	trial.pass(1000);
	trial.kubectl('delete namespace going --wait=false');
	trial.pass(20_000);
	t.like(trial.read('/registry/namespaces/going'), {
		status: {
			phase: 'Terminating',
			conditions: [
				{
					type: 'NamespaceDeletionDiscoveryFailure',
					status: 'True',
					reason: 'DiscoveryFailed',
					message: `Discovery failed for some groups, 1 failing: ${incomplete}`,
				},
			],
		},
	});

	trial.kubectl('delete apiservice v1.other.example.com');
	trial.pass(60_000);
	t.is(trial.read('/registry/namespaces/going'), undefined);
	const from = trial.recording.stops.length;
	trial.kubectl('get --raw /apis/other.example.com/v1');
	t.like(trial.last('apiserver.respond', from).facts, {code: 404});
});

test('the metrics that this apiserver serves itself are available', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}], metrics: {}});
	trial.pass(1000);
	t.regex(trial.kubectl('get apiservices v1beta1.metrics.k8s.io').stdout, /kube-system\/metrics-server +True /);
});
