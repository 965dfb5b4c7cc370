import test from 'ava';
import {Trial} from '../testing/trial.js';
import type {Event, Lease, Pod} from '../objects/kubernetes.generated.js';

const twice = () =>
	new Trial({nodes: [{name: 'node-a'}], kubeScheduler: {instances: 2}, kubeControllerManager: {instances: 2}});

const leaseOf = (trial: Trial, name: string) => trial.get<Lease>(`/registry/leases/kube-system/${name}`).spec ?? {};

const hostOf = (trial: Trial, name: string) => leaseOf(trial, name).holderIdentity?.split('_', 1)[0];

const works = (trial: Trial, name: string) => {
	trial.kubectl(`create deployment ${name} --image=nginx:1.27`);
	trial.pass(10_000);
	const pod = trial.list<Pod>('/registry/pods/default/').find(({metadata: {labels}}) => labels?.app === name);
	return pod?.status.phase === 'Running';
};

test('of two instances one leads and says so; the other one works when the first has died and its Lease has expired', (t) => {
	const trial = twice();
	trial.pass(5000);
	for (const name of ['kube-scheduler', 'kube-controller-manager']) {
		t.is(hostOf(trial, name), 'control-plane-1');
	}

	const said = trial
		.list<Event>('/registry/events/kube-system/')
		.filter(({reason}) => reason === 'LeaderElection')
		.map(({message = '', source}) => [message.replace(/_\S+/, ''), source?.component]);
	t.deepEqual(said, [
		['control-plane-1 became leader', 'kube-controller-manager'],
		['control-plane-1 became leader', 'default-scheduler'],
	]);
	t.true(works(trial, 'before'));
	trial.crash('kube-scheduler');
	trial.crash('controller-manager');
	const diedMs = trial.recording.kernel.now;
	const from = trial.recording.stops.length;
	trial.rest();
	for (const name of ['kube-scheduler', 'kube-controller-manager']) {
		t.is(hostOf(trial, name), 'control-plane-2');
		t.is(leaseOf(trial, name).leaseTransitions, 1);
		const taken = trial.first('leader.election', from, ({facts}) => facts.case === 'take' && facts.lease === name);
		t.true(taken.timeMs >= diedMs + 13_000, `${taken.timeMs - diedMs}`);
		t.true(taken.timeMs <= diedMs + 24_000, `${taken.timeMs - diedMs}`);
	}

	t.true(works(trial, 'after'));
});

test('a leader that cannot renew its Lease ends before another one takes it', (t) => {
	const trial = twice();
	trial.pass(5000);
	const from = trial.recording.stops.length;
	trial.recording.submit({fault: 'partition kube-scheduler kube-apiserver for=1m'});
	trial.pass(50_000);
	const lost = trial.first('leader.election', from, ({facts}) => facts.case === 'lost');
	const taken = trial.first('leader.election', from, ({facts}) => facts.case === 'take');
	t.true(lost.timeMs < taken.timeMs);
	t.is(taken.process, 'kube-scheduler-2');
	t.true(works(trial, 'web'));
	trial.pass(60_000);
	// The first instance has restarted, and waits.
	t.is(hostOf(trial, 'kube-scheduler'), 'control-plane-2');
	trial.first('leader.election', from, ({facts, process}) => facts.case === 'held' && process === 'kube-scheduler');
});

test('one instance needs no Lease', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	t.deepEqual(trial.list('/registry/leases/kube-system/'), []);
});
