import test from 'ava';
import {checkInvariants} from '../invariants/invariants.js';
import {Trial} from '../testing/trial.js';

test('the caches of a sidecar die with it, and not without it: afterwards they hold what is stored', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.rest();
	const process = 'csi-provisioner/hostpath.csi.k8s.io';
	for (const fault of ['close watches *', `crash ${process}/informers`, `restart ${process}/informers`]) {
		trial.recording.submit({fault});
	}

	trial.pass(10_000);
	trial.rest();
	t.deepEqual(checkInvariants(trial.recording), []);
	t.deepEqual(
		trial.stops(({stage}) => stage === 'fault.crash').map(({facts}) => facts?.['root']),
		[process],
	);
});
