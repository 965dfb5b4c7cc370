import type {Stop} from '../../../kernel/stop.js';
import {readyEndpoints} from '../../digest/endpoints.js';
import type {EndpointsFacts} from '../../facts/controllers/endpoints.js';
import {nameOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

type Publication = EndpointsFacts['endpoints.publish'];

/** The words for a slice: a new one has no name until the apiserver generates it. */
const sliceOf = (before: object | undefined, stop: Stop): string =>
	before === undefined ? '一个新的 EndpointSlice' : `EndpointSlice ${nameOf(stop)}`;

const states = {current: '是最新的', outdated: '过时了', missing: '还没有'};

const published = ({service, before, after}: Extract<Publication, {case: 'slice'}>, stop: Stop): string => {
	const {ready, hinted, addresses: few} = readyEndpoints(after.endpoints);
	const addresses = few.length > 0 ? `：${listed(few)}` : '';
	const hints = hinted > 0 ? `；其中 ${hinted} 个带有可用区或节点的提示` : '';
	return `Service ${service} 的 ${sliceOf(before, stop)} 列出 ${after.endpoints.length} 个端点，${ready} 个就绪${addresses}${hints}。所有监视切片的组件都会收到通知。`.replace(
		'的 一个',
		'的一个',
	);
};

/** Stops of the controllers of endpoints, in Chinese. */
export const endpointsSentences: Translation<Sentences<EndpointsFacts>> = {
	'controller.endpointslice.sync'(facts) {
		const {key} = facts;
		switch (facts.case) {
			case 'gone': {
				return `Service ${key} 已不存在；垃圾收集器删除它的切片。`;
			}

			case 'no-selector': {
				return `Service ${key} 没有选择算符：这个控制器不为它建切片。`;
			}

			case 'compare': {
				const {pods, endpoints, slices, waits} = facts;
				return `Service ${key} 选择了 ${pods} 个 Pod，其中 ${endpoints} 个有地址；它有 ${slices} 个切片。${waits ? '缓存里还看不到上一次写入，所以控制器等待。' : ''}`;
			}

			case 'hints': {
				const parts = Object.entries(facts.cpuRatios).map(([zone, part]) => `${zone} 占 ${Math.round(part * 100)}%`);
				return facts.refusal === undefined
					? `Service ${key} 的端点按 CPU 分给各个可用区：${listed(parts)}。`
					: `Service ${key} 的端点没有提示：${facts.refusal}。`;
			}
		}
	},
	'controller.endpoints.sync'(facts) {
		const {key} = facts;
		switch (facts.case) {
			case 'gone': {
				return `Service ${key} 已不存在；它的 Endpoints 也已不存在。`;
			}

			case 'no-selector': {
				return `Service ${key} 没有选择算符：这个控制器不为它建 Endpoints。`;
			}

			case 'compare': {
				return `Service ${key} 选择了 ${facts.pods} 个 Pod；它的 Endpoints ${states[facts.state]}。`;
			}
		}
	},
	'controller.endpointslice-mirroring.sync': ({key, mirrored, slices}) =>
		mirrored
			? `Endpoints ${key} 是手写的，要为它创建镜像；已有 ${slices} 个切片。`
			: `Endpoints ${key} 没有镜像；还剩它的 ${slices} 个切片。`,
	'endpoints.publish'(facts, stop) {
		switch (facts.case) {
			case 'slice': {
				return published(facts, stop);
			}

			case 'slice-gone': {
				return `Service ${facts.service} 的 EndpointSlice ${nameOf(stop)} 不再需要，删除。`;
			}

			case 'endpoints': {
				const ready = (facts.after.subsets ?? []).reduce((sum, {addresses = []}) => sum + addresses.length, 0);
				return `Endpoints ${nameOf(stop)} 列出 Service ${nameOf(stop)} 的 ${ready} 个就绪地址。`;
			}

			case 'endpoints-gone': {
				return `Endpoints ${nameOf(stop)} 随其 Service 一起删除。`;
			}

			case 'mirror': {
				return `${sliceOf(facts.before, stop)}是 Endpoints ${facts.endpoints} 的镜像：${facts.after.endpoints.length} 个地址。`;
			}

			case 'mirror-gone': {
				return `EndpointSlice ${nameOf(stop)} 没有什么可镜像的了，删除。`;
			}
		}
	},
};
