import test from 'ava';
import {deployment, documents, service} from '../../../testing/manifests.js';
import {Trial} from '../../../testing/trial.js';
import {serviceSummaries} from './services.js';

test('a Pod with an address of each family is one endpoint of a Service', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}], ipFamilies: ['IPv4', 'IPv6']});
	trial.apply(documents(deployment(), service.replace('spec:', 'spec:\n  ipFamilyPolicy: PreferDualStack')));
	const summaries = serviceSummaries({recording: trial.recording, cursor: trial.recording.stops.length - 1});
	t.deepEqual(
		summaries.map(({name, ready, endpoints}) => [name, ready, endpoints]),
		[['web', 2, 2]],
	);
});
