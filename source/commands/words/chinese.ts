import type {english} from './english.js';

/** What commands print in Chinese. */
export const chinese: typeof english = {
	explanation: {
		refused: (object) => `被拒绝：${object}`,
		stuck: (object) => `卡住：${object}`,
		remark: (object) => `提醒：${object}`,
		where: '位置',
		says: '说法',
		field: '字段',
		because: '由来',
		unblock: '建议',
		works: '有效',
		or: '或者',
		at: (stop, seconds, process) => `${stop}，${seconds} 秒，在 ${process}`,
		you: (command) => `← 你：${command}`,
		moreLines: (count) => `  …… 还有 ${count} 行`,
	},
	end: {
		verdicts: {done: '完成', refused: '被拒绝', stalled: '停滞', failed: '失败'},
		verdictAt: (verdict, stop, sentence) => `${verdict}，在 ${stop}：${sentence}`,
		reached: (place) => `到达 ${place}`,
		notReached: (place) => `运行静止下来，没有到达 ${place}`,
		assumed: (what) => `没有模拟，假定它正常：${what}`,
		last: (verdict, step, seconds, fingerprint) =>
			`${verdict === undefined ? '' : `${verdict}：`}第 ${step} 步，${seconds} 秒，指纹 ${fingerprint}`,
		waiting: (what, until, atMost) => `等待：${what}，到 ${until} 秒（最迟 ${atMost} 秒：--for 可以改）`,
		warning: (text) => `警告：${text}`,
		outOfStops: (most, last, process, share, object) =>
			`${most} 个停点之后结束，还没有静止：最后 ${last} 个停点中，${process} 最多（${share} %）${object ? `，关于 ${object.name} 的最多（${object.share} %）` : ''}；--stops 让它走得更久`,
		recorded: (verdict, stops, file, fingerprint) => `${verdict}；${stops} 个停点写入 ${file}，指纹 ${fingerprint}`,
		sameFingerprint: (name, stops, fingerprint) => `✓ ${name}：${stops} 个停点，指纹 ${fingerprint}`,
		otherFingerprint: (name, recorded, fingerprint) =>
			`✗ ${name}：录制文件的指纹是 ${recorded}，这次运行的是 ${fingerprint}`,
	},
	screen: {
		ready: '最后一切就绪；空格播放，s 步进，? 显示全部按键',
		readyBut: (object, message) => `最后一切就绪，但 ${object}：${message}`,
		refused: '在这里被拒绝；S 一步步退回由来，w 说明原因',
		fails: (object) => `${object} 失败；这个停点说明原因，w 说明由来`,
		notReady: (object) => `${object} 没有就绪；这个停点说明原因，w 说明由来`,
		breakpoint: 'c 运行到断点',
		well: '这个集群一切正常',
		unwell: (count, first) => `${count} 个对象不正常，先看 ${first}：这个停点说明原因，w 说明由来`,
		remarks: (count) => `载入转储的停点有 ${count} 条说明`,
	},
	list: {
		minutes: (minutes) => `${minutes} 分钟`,
		level: (level) => `${level} 级`,
	},
	paper: {
		minutes: (idea, minutes) => `${idea}（${minutes} 分钟）`,
		step: (number) => `第 ${number} 步`,
		task: (goal) => `任务：${goal}`,
		forReal: (command) => `真实命令：${command}`,
		answer: (step, answer, because) => `第 ${step} 步：${answer}${because === undefined ? '' : `。${because}`}`,
		words: '术语',
		answers: '答案',
	},
};
