// What to do about it: changes that dry runs have priced, and else the directives that loops would gain from.
"use strict";

function changeText(change) {
  if (change.environment) return ["run it with ", h("code", {}, change.write)];
  return [h("code", {}, change.at), ": write ", h("code", {}, change.write), change.own_line ? " before this line" : " before this loop"];
}

function pricedAdvice(advice) {
  const rows = advice.changes.map((change, at) => [String(at + 1), changeText(change),
    counted(`report.advice.changes.${at}.bytes`, change.bytes), counted(`report.advice.changes.${at}.messages`, change.messages), change.said]);
  return [h("p", {}, `As it is, with ${advice.ranks} ranks: `, counted("report.advice.now.bytes", advice.now.bytes), " bytes in ", counted("report.advice.now.messages", advice.now.messages), " messages."),
    rows.length === 0 ? h("p", {}, "No change that was tried saves any of it.")
      : table("changes that save most, as dry runs count", ["", "change", "bytes", "messages", "instead"], rows, [0, 2, 3]),
    advice.together && h("p", {}, advice.together.said),
    (advice.not_tried || []).map((words) => h("p", {}, words))];
}

function adviceSection(places) {
  const offers = places.filter((place) => place.advised !== null);
  const advice = data.report !== null ? data.report.advice : undefined;
  if (advice) return section("advice", "What to change", pricedAdvice(advice));
  if (data.report === null && data.stats === null) return null;
  const hasCounts = offers.some((place) => bytesAt(place).length > 0);
  const rows = offers.map((place) => [h("a", { href: `#${place.id}` }, h("code", {}, place.at)), h("code", {}, place.advised.directive),
    ...(hasCounts ? [bytesAt(place).map(([from, value]) => [counted(from, value), " bytes "])] : [])]);
  return section("advice", "What to change",
    data.report === null ? h("p", {}, "hydracc --report=json tells what may be changed; give its file to hydra-report, too.")
      : rows.length === 0 ? h("p", {}, "No serial loop would gain from a directive that can be proved right.")
        : table("directives that are proved right", ["loop", "write in front of it", ...(hasCounts ? ["in the run"] : [])], rows),
    h("p", { class: "legend" }, "hydracc --advise prog.c -- arguments counts by dry runs what changes save."));
}
