// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.
const withError = (errors, instancePath, schemaPath, keyword, params) => [
  ...(errors ?? []),
  { instancePath, schemaPath, keyword, params },
]
const isDate = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
const isDateTime = (text) =>
  isDate(text.slice(0, 10)) && /^.{10}[t\s]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]\d\d:?[0-5]\d)$/i.test(text)
const formats = { date: { validate: isDate }, 'date-time': { validate: isDateTime } }
const ucs2length = (text) => Array.from(text).length

export const getUsageQuery = validate0;
const formats0 = formats.date;

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.from !== undefined){
let data0 = data.from;
if(typeof data0 === "string"){
if(!(formats0.validate(data0))){
vErrors = withError(vErrors, instancePath+"/from", "#/properties/from/format", "format", {format: "date"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/from", "#/properties/from/type", "type", {type: "string"});
errors++;
}
}
if(data.to !== undefined){
let data1 = data.to;
if(typeof data1 === "string"){
if(!(formats0.validate(data1))){
vErrors = withError(vErrors, instancePath+"/to", "#/properties/to/format", "format", {format: "date"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/to", "#/properties/to/type", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate0.errors = vErrors;
return errors === 0;
}

export const listEffectsQuery = validate1;
const schema1 = {"type":"object","required":[],"properties":{"surface":{"type":"string","enum":["image","video"]}}};

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.surface !== undefined){
let data0 = data.surface;
if(typeof data0 !== "string"){
vErrors = withError(vErrors, instancePath+"/surface", "#/properties/surface/type", "type", {type: "string"});
errors++;
}
if(!((data0 === "image") || (data0 === "video"))){
vErrors = withError(vErrors, instancePath+"/surface", "#/properties/surface/enum", "enum", {allowedValues: schema1.properties.surface.enum});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}

export const generateImageHeaders = validate2;
const func0 = ucs2length;

function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
if(typeof data0 === "string"){
if(func0(data0) > 128){
vErrors = withError(vErrors, instancePath+"/Idempotency-Key", "#/properties/Idempotency-Key/maxLength", "maxLength", {limit: 128});
errors++;
}
if(func0(data0) < 1){
vErrors = withError(vErrors, instancePath+"/Idempotency-Key", "#/properties/Idempotency-Key/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/Idempotency-Key", "#/properties/Idempotency-Key/type", "type", {type: "string"});
errors++;
}
}
if(data["Cancel-After"] !== undefined){
let data1 = data["Cancel-After"];
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
vErrors = withError(vErrors, instancePath+"/Cancel-After", "#/properties/Cancel-After/type", "type", {type: "integer"});
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 604800 || isNaN(data1)){
vErrors = withError(vErrors, instancePath+"/Cancel-After", "#/properties/Cancel-After/maximum", "maximum", {comparison: "<=", limit: 604800});
errors++;
}
if(data1 < 1 || isNaN(data1)){
vErrors = withError(vErrors, instancePath+"/Cancel-After", "#/properties/Cancel-After/minimum", "minimum", {comparison: ">=", limit: 1});
errors++;
}
}
}
if(data.traceparent !== undefined){
if(typeof data.traceparent !== "string"){
vErrors = withError(vErrors, instancePath+"/traceparent", "#/properties/traceparent/type", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate2.errors = vErrors;
return errors === 0;
}

export const generateImageBody = validate3;
const schema3 = {"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"negativePrompt":{"type":"string","maxLength":1000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["1k","2k","4k"]},"aspectRatio":{"type":"string","enum":["1:1","9:16","16:9","4:3","3:4","3:2","2:3","2:1","1:2"]}}};
const pattern0 = new RegExp("^[^\\u0000\\uD800-\\uDFFF]*$", "u");

function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt === undefined){
vErrors = withError(vErrors, instancePath, "#/required", "required", {missingProperty: "prompt"});
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(func0(data0) > 2000){
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/maxLength", "maxLength", {limit: 2000});
errors++;
}
if(func0(data0) < 1){
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/minLength", "minLength", {limit: 1});
errors++;
}
if(!pattern0.test(data0)){
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/pattern", "pattern", {pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/type", "type", {type: "string"});
errors++;
}
}
if(data.negativePrompt !== undefined){
let data1 = data.negativePrompt;
if(typeof data1 === "string"){
if(func0(data1) > 1000){
vErrors = withError(vErrors, instancePath+"/negativePrompt", "#/properties/negativePrompt/maxLength", "maxLength", {limit: 1000});
errors++;
}
if(!pattern0.test(data1)){
vErrors = withError(vErrors, instancePath+"/negativePrompt", "#/properties/negativePrompt/pattern", "pattern", {pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/negativePrompt", "#/properties/negativePrompt/type", "type", {type: "string"});
errors++;
}
}
if(data.resolution !== undefined){
let data2 = data.resolution;
if(typeof data2 !== "string"){
vErrors = withError(vErrors, instancePath+"/resolution", "#/properties/resolution/type", "type", {type: "string"});
errors++;
}
if(!(((data2 === "1k") || (data2 === "2k")) || (data2 === "4k"))){
vErrors = withError(vErrors, instancePath+"/resolution", "#/properties/resolution/enum", "enum", {allowedValues: schema3.properties.resolution.enum});
errors++;
}
}
if(data.aspectRatio !== undefined){
let data3 = data.aspectRatio;
if(typeof data3 !== "string"){
vErrors = withError(vErrors, instancePath+"/aspectRatio", "#/properties/aspectRatio/type", "type", {type: "string"});
errors++;
}
if(!(((((((((data3 === "1:1") || (data3 === "9:16")) || (data3 === "16:9")) || (data3 === "4:3")) || (data3 === "3:4")) || (data3 === "3:2")) || (data3 === "2:3")) || (data3 === "2:1")) || (data3 === "1:2"))){
vErrors = withError(vErrors, instancePath+"/aspectRatio", "#/properties/aspectRatio/enum", "enum", {allowedValues: schema3.properties.aspectRatio.enum});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate3.errors = vErrors;
return errors === 0;
}

export const transformImageBody = validate4;
const schema4 = {"allOf":[{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64},"effectId":{"type":"string","minLength":1,"maxLength":64},"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["hd","fhd"]},"aspectRatio":{"type":"string","enum":["1:1","9:16","16:9","4:3","3:4","3:2","2:3"]}}},{"anyOf":[{"type":"object","required":["effectId"],"properties":{"effectId":{"type":"string","minLength":1,"maxLength":64}}},{"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"}}}]}]};

function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.assetId === undefined){
vErrors = withError(vErrors, instancePath, "#/allOf/0/required", "required", {missingProperty: "assetId"});
errors++;
}
if(data.assetId !== undefined){
let data0 = data.assetId;
if(typeof data0 === "string"){
if(func0(data0) > 64){
vErrors = withError(vErrors, instancePath+"/assetId", "#/allOf/0/properties/assetId/maxLength", "maxLength", {limit: 64});
errors++;
}
if(func0(data0) < 1){
vErrors = withError(vErrors, instancePath+"/assetId", "#/allOf/0/properties/assetId/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/assetId", "#/allOf/0/properties/assetId/type", "type", {type: "string"});
errors++;
}
}
if(data.effectId !== undefined){
let data1 = data.effectId;
if(typeof data1 === "string"){
if(func0(data1) > 64){
vErrors = withError(vErrors, instancePath+"/effectId", "#/allOf/0/properties/effectId/maxLength", "maxLength", {limit: 64});
errors++;
}
if(func0(data1) < 1){
vErrors = withError(vErrors, instancePath+"/effectId", "#/allOf/0/properties/effectId/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/effectId", "#/allOf/0/properties/effectId/type", "type", {type: "string"});
errors++;
}
}
if(data.prompt !== undefined){
let data2 = data.prompt;
if(typeof data2 === "string"){
if(func0(data2) > 2000){
vErrors = withError(vErrors, instancePath+"/prompt", "#/allOf/0/properties/prompt/maxLength", "maxLength", {limit: 2000});
errors++;
}
if(func0(data2) < 1){
vErrors = withError(vErrors, instancePath+"/prompt", "#/allOf/0/properties/prompt/minLength", "minLength", {limit: 1});
errors++;
}
if(!pattern0.test(data2)){
vErrors = withError(vErrors, instancePath+"/prompt", "#/allOf/0/properties/prompt/pattern", "pattern", {pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/prompt", "#/allOf/0/properties/prompt/type", "type", {type: "string"});
errors++;
}
}
if(data.resolution !== undefined){
let data3 = data.resolution;
if(typeof data3 !== "string"){
vErrors = withError(vErrors, instancePath+"/resolution", "#/allOf/0/properties/resolution/type", "type", {type: "string"});
errors++;
}
if(!((data3 === "hd") || (data3 === "fhd"))){
vErrors = withError(vErrors, instancePath+"/resolution", "#/allOf/0/properties/resolution/enum", "enum", {allowedValues: schema4.allOf[0].properties.resolution.enum});
errors++;
}
}
if(data.aspectRatio !== undefined){
let data4 = data.aspectRatio;
if(typeof data4 !== "string"){
vErrors = withError(vErrors, instancePath+"/aspectRatio", "#/allOf/0/properties/aspectRatio/type", "type", {type: "string"});
errors++;
}
if(!(((((((data4 === "1:1") || (data4 === "9:16")) || (data4 === "16:9")) || (data4 === "4:3")) || (data4 === "3:4")) || (data4 === "3:2")) || (data4 === "2:3"))){
vErrors = withError(vErrors, instancePath+"/aspectRatio", "#/allOf/0/properties/aspectRatio/enum", "enum", {allowedValues: schema4.allOf[0].properties.aspectRatio.enum});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/allOf/0/type", "type", {type: "object"});
errors++;
}
const _errs13 = errors;
let valid2 = false;
const _errs14 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.effectId === undefined){
vErrors = withError(vErrors, instancePath, "#/allOf/1/anyOf/0/required", "required", {missingProperty: "effectId"});
errors++;
}
if(data.effectId !== undefined){
let data5 = data.effectId;
if(typeof data5 === "string"){
if(func0(data5) > 64){
vErrors = withError(vErrors, instancePath+"/effectId", "#/allOf/1/anyOf/0/properties/effectId/maxLength", "maxLength", {limit: 64});
errors++;
}
if(func0(data5) < 1){
vErrors = withError(vErrors, instancePath+"/effectId", "#/allOf/1/anyOf/0/properties/effectId/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/effectId", "#/allOf/1/anyOf/0/properties/effectId/type", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/allOf/1/anyOf/0/type", "type", {type: "object"});
errors++;
}
var _valid0 = _errs14 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
var props0 = {};
props0.effectId = true;
}
const _errs18 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt === undefined){
vErrors = withError(vErrors, instancePath, "#/allOf/1/anyOf/1/required", "required", {missingProperty: "prompt"});
errors++;
}
if(data.prompt !== undefined){
let data6 = data.prompt;
if(typeof data6 === "string"){
if(func0(data6) > 2000){
vErrors = withError(vErrors, instancePath+"/prompt", "#/allOf/1/anyOf/1/properties/prompt/maxLength", "maxLength", {limit: 2000});
errors++;
}
if(func0(data6) < 1){
vErrors = withError(vErrors, instancePath+"/prompt", "#/allOf/1/anyOf/1/properties/prompt/minLength", "minLength", {limit: 1});
errors++;
}
if(!pattern0.test(data6)){
vErrors = withError(vErrors, instancePath+"/prompt", "#/allOf/1/anyOf/1/properties/prompt/pattern", "pattern", {pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/prompt", "#/allOf/1/anyOf/1/properties/prompt/type", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/allOf/1/anyOf/1/type", "type", {type: "object"});
errors++;
}
var _valid0 = _errs18 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = props0 || {};
props0.prompt = true;
}
}
if(!valid2){
vErrors = withError(vErrors, instancePath, "#/allOf/1/anyOf", "anyOf", {});
errors++;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.assetId = true;
props0.effectId = true;
props0.prompt = true;
props0.resolution = true;
props0.aspectRatio = true;
}
validate4.errors = vErrors;
return errors === 0;
}

export const generateVideoBody = validate5;
const schema5 = {"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["480p","512p","720p","1080p"]},"aspectRatio":{"type":"string","enum":["16:9","9:16","1:1","4:3","3:4","21:9"]},"durationSeconds":{"type":"integer","minimum":4,"maximum":15}}};

function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt === undefined){
vErrors = withError(vErrors, instancePath, "#/required", "required", {missingProperty: "prompt"});
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(func0(data0) > 2000){
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/maxLength", "maxLength", {limit: 2000});
errors++;
}
if(func0(data0) < 1){
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/minLength", "minLength", {limit: 1});
errors++;
}
if(!pattern0.test(data0)){
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/pattern", "pattern", {pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/type", "type", {type: "string"});
errors++;
}
}
if(data.resolution !== undefined){
let data1 = data.resolution;
if(typeof data1 !== "string"){
vErrors = withError(vErrors, instancePath+"/resolution", "#/properties/resolution/type", "type", {type: "string"});
errors++;
}
if(!((((data1 === "480p") || (data1 === "512p")) || (data1 === "720p")) || (data1 === "1080p"))){
vErrors = withError(vErrors, instancePath+"/resolution", "#/properties/resolution/enum", "enum", {allowedValues: schema5.properties.resolution.enum});
errors++;
}
}
if(data.aspectRatio !== undefined){
let data2 = data.aspectRatio;
if(typeof data2 !== "string"){
vErrors = withError(vErrors, instancePath+"/aspectRatio", "#/properties/aspectRatio/type", "type", {type: "string"});
errors++;
}
if(!((((((data2 === "16:9") || (data2 === "9:16")) || (data2 === "1:1")) || (data2 === "4:3")) || (data2 === "3:4")) || (data2 === "21:9"))){
vErrors = withError(vErrors, instancePath+"/aspectRatio", "#/properties/aspectRatio/enum", "enum", {allowedValues: schema5.properties.aspectRatio.enum});
errors++;
}
}
if(data.durationSeconds !== undefined){
let data3 = data.durationSeconds;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
vErrors = withError(vErrors, instancePath+"/durationSeconds", "#/properties/durationSeconds/type", "type", {type: "integer"});
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 15 || isNaN(data3)){
vErrors = withError(vErrors, instancePath+"/durationSeconds", "#/properties/durationSeconds/maximum", "maximum", {comparison: "<=", limit: 15});
errors++;
}
if(data3 < 4 || isNaN(data3)){
vErrors = withError(vErrors, instancePath+"/durationSeconds", "#/properties/durationSeconds/minimum", "minimum", {comparison: ">=", limit: 4});
errors++;
}
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate5.errors = vErrors;
return errors === 0;
}

export const transformVideoBody = validate6;
const schema6 = {"type":"object","required":["assetId","effectId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64},"effectId":{"type":"string","minLength":1,"maxLength":64},"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["hd","fhd"]},"aspectRatio":{"type":"string","enum":["16:9","9:16","4:3","3:4","3:2","2:3","1:1"]},"durationSeconds":{"type":"integer","enum":[5,8]}}};

function validate6(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.assetId === undefined){
vErrors = withError(vErrors, instancePath, "#/required", "required", {missingProperty: "assetId"});
errors++;
}
if(data.effectId === undefined){
vErrors = withError(vErrors, instancePath, "#/required", "required", {missingProperty: "effectId"});
errors++;
}
if(data.assetId !== undefined){
let data0 = data.assetId;
if(typeof data0 === "string"){
if(func0(data0) > 64){
vErrors = withError(vErrors, instancePath+"/assetId", "#/properties/assetId/maxLength", "maxLength", {limit: 64});
errors++;
}
if(func0(data0) < 1){
vErrors = withError(vErrors, instancePath+"/assetId", "#/properties/assetId/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/assetId", "#/properties/assetId/type", "type", {type: "string"});
errors++;
}
}
if(data.effectId !== undefined){
let data1 = data.effectId;
if(typeof data1 === "string"){
if(func0(data1) > 64){
vErrors = withError(vErrors, instancePath+"/effectId", "#/properties/effectId/maxLength", "maxLength", {limit: 64});
errors++;
}
if(func0(data1) < 1){
vErrors = withError(vErrors, instancePath+"/effectId", "#/properties/effectId/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/effectId", "#/properties/effectId/type", "type", {type: "string"});
errors++;
}
}
if(data.prompt !== undefined){
let data2 = data.prompt;
if(typeof data2 === "string"){
if(func0(data2) > 2000){
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/maxLength", "maxLength", {limit: 2000});
errors++;
}
if(func0(data2) < 1){
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/minLength", "minLength", {limit: 1});
errors++;
}
if(!pattern0.test(data2)){
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/pattern", "pattern", {pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/prompt", "#/properties/prompt/type", "type", {type: "string"});
errors++;
}
}
if(data.resolution !== undefined){
let data3 = data.resolution;
if(typeof data3 !== "string"){
vErrors = withError(vErrors, instancePath+"/resolution", "#/properties/resolution/type", "type", {type: "string"});
errors++;
}
if(!((data3 === "hd") || (data3 === "fhd"))){
vErrors = withError(vErrors, instancePath+"/resolution", "#/properties/resolution/enum", "enum", {allowedValues: schema6.properties.resolution.enum});
errors++;
}
}
if(data.aspectRatio !== undefined){
let data4 = data.aspectRatio;
if(typeof data4 !== "string"){
vErrors = withError(vErrors, instancePath+"/aspectRatio", "#/properties/aspectRatio/type", "type", {type: "string"});
errors++;
}
if(!(((((((data4 === "16:9") || (data4 === "9:16")) || (data4 === "4:3")) || (data4 === "3:4")) || (data4 === "3:2")) || (data4 === "2:3")) || (data4 === "1:1"))){
vErrors = withError(vErrors, instancePath+"/aspectRatio", "#/properties/aspectRatio/enum", "enum", {allowedValues: schema6.properties.aspectRatio.enum});
errors++;
}
}
if(data.durationSeconds !== undefined){
let data5 = data.durationSeconds;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
vErrors = withError(vErrors, instancePath+"/durationSeconds", "#/properties/durationSeconds/type", "type", {type: "integer"});
errors++;
}
if(!((data5 === 5) || (data5 === 8))){
vErrors = withError(vErrors, instancePath+"/durationSeconds", "#/properties/durationSeconds/enum", "enum", {allowedValues: schema6.properties.durationSeconds.enum});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate6.errors = vErrors;
return errors === 0;
}

export const listTasksQuery = validate7;
const schema7 = {"type":"object","required":[],"properties":{"status":{"type":"array","minItems":1,"maxItems":5,"items":{"type":"string","enum":["QUEUED","PROCESSING","SUCCEEDED","FAILED","CANCELLED"]}},"type":{"type":"array","minItems":1,"maxItems":4,"items":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]}},"createdFrom":{"type":"string","format":"date-time"},"createdBefore":{"type":"string","format":"date-time"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"type":"string","minLength":1,"maxLength":128},"id":{"type":"array","minItems":1,"maxItems":100,"items":{"type":"string","minLength":1,"maxLength":64}}}};
const formats4 = formats["date-time"];

function validate7(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status !== undefined){
let data0 = data.status;
if(Array.isArray(data0)){
if(data0.length > 5){
vErrors = withError(vErrors, instancePath+"/status", "#/properties/status/maxItems", "maxItems", {limit: 5});
errors++;
}
if(data0.length < 1){
vErrors = withError(vErrors, instancePath+"/status", "#/properties/status/minItems", "minItems", {limit: 1});
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 !== "string"){
vErrors = withError(vErrors, instancePath+"/status/" + i0, "#/properties/status/items/type", "type", {type: "string"});
errors++;
}
if(!(((((data1 === "QUEUED") || (data1 === "PROCESSING")) || (data1 === "SUCCEEDED")) || (data1 === "FAILED")) || (data1 === "CANCELLED"))){
vErrors = withError(vErrors, instancePath+"/status/" + i0, "#/properties/status/items/enum", "enum", {allowedValues: schema7.properties.status.items.enum});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/status", "#/properties/status/type", "type", {type: "array"});
errors++;
}
}
if(data.type !== undefined){
let data2 = data.type;
if(Array.isArray(data2)){
if(data2.length > 4){
vErrors = withError(vErrors, instancePath+"/type", "#/properties/type/maxItems", "maxItems", {limit: 4});
errors++;
}
if(data2.length < 1){
vErrors = withError(vErrors, instancePath+"/type", "#/properties/type/minItems", "minItems", {limit: 1});
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(typeof data3 !== "string"){
vErrors = withError(vErrors, instancePath+"/type/" + i1, "#/properties/type/items/type", "type", {type: "string"});
errors++;
}
if(!((((data3 === "image.generate") || (data3 === "image.transform")) || (data3 === "video.generate")) || (data3 === "video.transform"))){
vErrors = withError(vErrors, instancePath+"/type/" + i1, "#/properties/type/items/enum", "enum", {allowedValues: schema7.properties.type.items.enum});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/type", "#/properties/type/type", "type", {type: "array"});
errors++;
}
}
if(data.createdFrom !== undefined){
let data4 = data.createdFrom;
if(typeof data4 === "string"){
if(!(formats4.validate(data4))){
vErrors = withError(vErrors, instancePath+"/createdFrom", "#/properties/createdFrom/format", "format", {format: "date-time"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/createdFrom", "#/properties/createdFrom/type", "type", {type: "string"});
errors++;
}
}
if(data.createdBefore !== undefined){
let data5 = data.createdBefore;
if(typeof data5 === "string"){
if(!(formats4.validate(data5))){
vErrors = withError(vErrors, instancePath+"/createdBefore", "#/properties/createdBefore/format", "format", {format: "date-time"});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/createdBefore", "#/properties/createdBefore/type", "type", {type: "string"});
errors++;
}
}
if(data.limit !== undefined){
let data6 = data.limit;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
vErrors = withError(vErrors, instancePath+"/limit", "#/properties/limit/type", "type", {type: "integer"});
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 100 || isNaN(data6)){
vErrors = withError(vErrors, instancePath+"/limit", "#/properties/limit/maximum", "maximum", {comparison: "<=", limit: 100});
errors++;
}
if(data6 < 1 || isNaN(data6)){
vErrors = withError(vErrors, instancePath+"/limit", "#/properties/limit/minimum", "minimum", {comparison: ">=", limit: 1});
errors++;
}
}
}
if(data.cursor !== undefined){
let data7 = data.cursor;
if(typeof data7 === "string"){
if(func0(data7) > 128){
vErrors = withError(vErrors, instancePath+"/cursor", "#/properties/cursor/maxLength", "maxLength", {limit: 128});
errors++;
}
if(func0(data7) < 1){
vErrors = withError(vErrors, instancePath+"/cursor", "#/properties/cursor/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/cursor", "#/properties/cursor/type", "type", {type: "string"});
errors++;
}
}
if(data.id !== undefined){
let data8 = data.id;
if(Array.isArray(data8)){
if(data8.length > 100){
vErrors = withError(vErrors, instancePath+"/id", "#/properties/id/maxItems", "maxItems", {limit: 100});
errors++;
}
if(data8.length < 1){
vErrors = withError(vErrors, instancePath+"/id", "#/properties/id/minItems", "minItems", {limit: 1});
errors++;
}
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
if(typeof data9 === "string"){
if(func0(data9) > 64){
vErrors = withError(vErrors, instancePath+"/id/" + i2, "#/properties/id/items/maxLength", "maxLength", {limit: 64});
errors++;
}
if(func0(data9) < 1){
vErrors = withError(vErrors, instancePath+"/id/" + i2, "#/properties/id/items/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/id/" + i2, "#/properties/id/items/type", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/id", "#/properties/id/type", "type", {type: "array"});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate7.errors = vErrors;
return errors === 0;
}

export const listTasksHeaders = validate8;

function validate8(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.Prefer !== undefined){
if(typeof data.Prefer !== "string"){
vErrors = withError(vErrors, instancePath+"/Prefer", "#/properties/Prefer/type", "type", {type: "string"});
errors++;
}
}
if(data["If-None-Match"] !== undefined){
if(typeof data["If-None-Match"] !== "string"){
vErrors = withError(vErrors, instancePath+"/If-None-Match", "#/properties/If-None-Match/type", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate8.errors = vErrors;
return errors === 0;
}

export const getTaskPath = validate9;

function validate9(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.taskId === undefined){
vErrors = withError(vErrors, instancePath, "#/required", "required", {missingProperty: "taskId"});
errors++;
}
if(data.taskId !== undefined){
let data0 = data.taskId;
if(typeof data0 === "string"){
if(func0(data0) > 64){
vErrors = withError(vErrors, instancePath+"/taskId", "#/properties/taskId/maxLength", "maxLength", {limit: 64});
errors++;
}
if(func0(data0) < 1){
vErrors = withError(vErrors, instancePath+"/taskId", "#/properties/taskId/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/taskId", "#/properties/taskId/type", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate9.errors = vErrors;
return errors === 0;
}

export const createUploadBody = validate10;
const schema10 = {"type":"object","required":["contentType"],"properties":{"contentType":{"type":"string","enum":["image/jpeg","image/png","image/webp"]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.contentType === undefined){
vErrors = withError(vErrors, instancePath, "#/required", "required", {missingProperty: "contentType"});
errors++;
}
if(data.contentType !== undefined){
let data0 = data.contentType;
if(typeof data0 !== "string"){
vErrors = withError(vErrors, instancePath+"/contentType", "#/properties/contentType/type", "type", {type: "string"});
errors++;
}
if(!(((data0 === "image/jpeg") || (data0 === "image/png")) || (data0 === "image/webp"))){
vErrors = withError(vErrors, instancePath+"/contentType", "#/properties/contentType/enum", "enum", {allowedValues: schema10.properties.contentType.enum});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

export const completeUploadPath = validate11;

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.assetId === undefined){
vErrors = withError(vErrors, instancePath, "#/required", "required", {missingProperty: "assetId"});
errors++;
}
if(data.assetId !== undefined){
let data0 = data.assetId;
if(typeof data0 === "string"){
if(func0(data0) > 64){
vErrors = withError(vErrors, instancePath+"/assetId", "#/properties/assetId/maxLength", "maxLength", {limit: 64});
errors++;
}
if(func0(data0) < 1){
vErrors = withError(vErrors, instancePath+"/assetId", "#/properties/assetId/minLength", "minLength", {limit: 1});
errors++;
}
}
else {
vErrors = withError(vErrors, instancePath+"/assetId", "#/properties/assetId/type", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

export const completeUploadBody = validate12;

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
vErrors = withError(vErrors, instancePath, "#/type", "type", {type: "object"});
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}

export const listExamplesQuery = listEffectsQuery;
export const transformImageHeaders = generateImageHeaders;
export const generateVideoHeaders = generateImageHeaders;
export const transformVideoHeaders = generateImageHeaders;
export const getTaskHeaders = listTasksHeaders;
export const cancelTaskPath = getTaskPath;
export const getUploadPath = completeUploadPath;
