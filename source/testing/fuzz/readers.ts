import {readFileSync} from 'node:fs';
import path from 'node:path';
import {readRecording} from '../../commands/replay.js';
import {decodeText} from '../../scenario/read-text-file.js';
import {dumpOf} from '../../dump/dump.js';
import {readDumpText} from '../../dump/read-dump.js';
import {readArrivals} from '../../commands/compare/arrivals.js';
import {scenarioOfDump} from '../../dump/scenario-of-dump.js';
import {readManifests, readYamlBody} from '../../go/yaml/yaml.js';
import {ManifestError} from '../../go/yaml/manifest-error.js';
import {readDrill} from '../../classroom/drills/lint.js';
import {readLesson} from '../../classroom/lint.js';
import {Mistake, Mistakes} from '../../scenario/mistake.js';
import {completeScenario, readScenario} from '../../scenario/scenario.js';
import {readSchedulerConfiguration} from '../../scenario/scheduler/read-configuration.js';
import {configuredProfiles} from '../../scheduler/configured-profiles.js';
import {readTokenFile} from '../../serve/token-file.js';
import {refusing, type Door} from './door.js';
import {manifests} from './manifests.js';
import {courseFolder, drillFile, drillNames, lessonNames} from '../../classroom/heads.js';

const signs = [
	': ',
	'- ',
	'\n',
	'  ',
	'{',
	'}',
	'[',
	']',
	',',
	'"',
	"'",
	'|',
	'>',
	'#',
	'&x ',
	'*x',
	'!!int ',
	'---\n',
	'? ',
	'%YAML 1.1\n',
];

const mistakes = [Mistake, Mistakes, ManifestError];

const scenarios = [
	'nodes: [{name: node-a}, {name: node-b, capacity: {cpu: "4", memory: 8Gi}, labels: {a: b}, taints: [{key: k, effect: NoSchedule}]}]\nseed: 7\n',
	'traffic: [{from: default/client, to: web, port: 80}]\nimages: {nginx: {ports: [80], startsAfter: 2s}}\n',
	'faults: [crash kube-scheduler after=5s, "fail requests * with=503 for=10s"]\nlatencies: {client.request: 5}\n',
	'admission: {enable: [AlwaysPullImages], disable: [ServiceAccount]}\nauthorization: [Node, RBAC]\nusers: [{name: jane, token: hers, groups: [dev]}]\n',
	'cronSchedules: true\nlegacy: {serviceAccountSecrets: true}\nobjects: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]\nstartsAt: 2026-01-01T00:00:00Z\n',
];

const schedulerHead = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';

const schedulerFiles = [
	`${schedulerHead}profiles: [{schedulerName: a, plugins: {multiPoint: {enabled: [{name: NodeResourcesFit, weight: 2}]}, score: {disabled: [{name: '*'}]}}}]\n`,
	`${schedulerHead}profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: RequestedToCapacityRatio, requestedToCapacityRatio: {shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]}}}}]}]\n`,
	`${schedulerHead}extenders: [{urlPrefix: 'http://a', filterVerb: filter, prioritizeVerb: p, weight: 1, managedResources: [{name: a/b}]}]\n`,
];

const recordings = [
	'{"recording":1,"scenario":{"nodes":[{"name":"node-a"}]},"inputs":[{"step":5,"kubectl":"get pods","files":{}},{"step":9,"fault":"crash kube-scheduler"}],"steps":100,"fingerprint":"0"}',
];

const nodes = `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: node-a, resourceVersion: "5"}, status: {capacity: {cpu: "4", memory: 8Gi, pods: "110"}}}
- {apiVersion: v1, kind: Secret, metadata: {name: s, namespace: default}, data: {a: YQ==}}
`;

const lessons = () => lessonNames().map((name) => readFileSync(path.join(courseFolder(), name, 'lesson.yaml'), 'utf8'));

/** Twice the time of the YAML library for the worst 100 kB. */
const yamlMs = 400;

/** Doors of files: each is read as a text, and refused with file, line and column. */
export const readers: Readonly<Record<string, Door>> = {
	manifest: {
		about: 'manifests, as files and as bodies of requests',
		usual: 150_000,
		mostMs: yamlMs,
		corpus: manifests,
		words: signs,
		open: refusing(mistakes, (text) => {
			readManifests(text, 'web.yaml');
			readYamlBody(text);
		}),
	},
	scenario: {
		about: 'files of --cluster',
		usual: 80_000,
		mostMs: yamlMs,
		corpus: scenarios,
		words: [...signs, 'nodes', 'when', 'images', 'faults', 'traffic', 'port', 'seed: 1.5'],
		open: refusing(mistakes, (text) => readScenario(text, 'cluster.yaml')),
	},
	schedulerConfig: {
		about: 'files of --scheduler-config, and the profiles that follow from them',
		usual: 60_000,
		mostMs: yamlMs,
		corpus: schedulerFiles,
		words: [
			...signs,
			'profiles',
			'plugins',
			'multiPoint',
			'score',
			'enabled',
			'disabled',
			'"*"',
			'weight',
			'args',
			'-1',
		],
		open: refusing(mistakes, (text) => configuredProfiles(readSchedulerConfiguration(text, 'scheduler.yaml'))),
	},
	arrivals: {
		about: 'files of --replay-pods',
		usual: 80_000,
		mostMs: yamlMs,
		corpus: ['at,name,cpu,memory,count,lifetime,priority\n0,web,500m,256Mi,6,,\n1m,job,1,1Gi,4,10m,7\n'],
		words: [',', '\n', 'at', 'cpu', 'example.com/gpu', '1m', '-1', '999999999', '"'],
		open: refusing(mistakes, (text) => readArrivals(text, 'arrivals.csv')),
	},
	lesson: {
		about: 'lessons of authors',
		usual: 20_000,
		mostMs: yamlMs,
		corpus: lessons(),
		words: [...signs, 'steps', 'task', 'expect', 'claims', 'when', '{{', '}}'],
		open: refusing(mistakes, (text) => readLesson(text, 'lesson.yaml')),
	},
	drill: {
		about: 'drills of authors',
		usual: 20_000,
		mostMs: yamlMs,
		corpus: drillNames().map((name) => readFileSync(drillFile(name), 'utf8')),
		words: [...signs, 'solutions', 'do', 'fault'],
		open: refusing(mistakes, (text) => readDrill(text, 'drill.yaml')),
	},
	recording: {
		about: 'files of replay',
		usual: 60_000,
		mostMs: yamlMs,
		corpus: recordings,
		words: [
			'{',
			'}',
			'[',
			']',
			',',
			':',
			'"inputs"',
			'"step"',
			'"kubectl"',
			'"fault"',
			'"scenario"',
			'"files"',
			'"needs"',
		],
		open: refusing(mistakes, (text) => readRecording(text, 'run.json')),
	},
	dump: {
		about: 'dumps of real clusters, completed to a scenario',
		usual: 40_000,
		mostMs: yamlMs,
		corpus: [
			nodes,
			...manifests,
			JSON.stringify({
				apiVersion: 'v1',
				kind: 'List',
				items: [
					{
						apiVersion: 'v1',
						kind: 'Pod',
						metadata: {name: 'a', namespace: 'b'},
						spec: {containers: [{name: 'c', image: 'd'}]},
						status: {phase: 'Running', podIP: '10.244.1.2'},
					},
				],
			}),
		],
		words: [
			...signs,
			'"items"',
			'"kind"',
			'spec',
			'status',
			'metadata',
			'nodeName: node-a',
			'podCIDR',
			'clusterIP: 10.96.0.1',
			'None',
		],
		open: refusing(mistakes, (text) => {
			scenarioOfDump(completeScenario(), dumpOf(readDumpText({text, file: 'dump.yaml', isFound: false})));
		}),
	},
	tokens: {
		about: 'files of --token-auth-file',
		usual: 40_000,
		corpus: ['secret,jane,7\n', 'secret,jane,7,"dev,ops"\n"a ""b""",kim,8,admins\n'],
		words: [',', '"', '""', '\n', '\r', 'x'.repeat(50)],
		open: refusing(mistakes, (text) => readTokenFile(text, 'tokens.csv')),
	},
	encoding: {
		about: 'bytes of any file',
		usual: 40_000,
		corpus: ['a: b\n', '\u00FF\u00FEa\0:\0', 'gr\u00FC\u00DFe: 1\n', '\u00EF\u00BB\u00BFa: 1\n'],
		words: ['\u00FF', '\u00FE', '\u00C3\u00BC', '\u00ED\u00A0\u0080', '\0', '\n'],
		open: refusing(mistakes, (text) => decodeText(Buffer.from(text, 'latin1'), 'web.yaml')),
	},
};
