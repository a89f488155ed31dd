// Libraries of the pages that come without types: cm-chessboard and htm.
declare const library: any;
export default library;
export const Chessboard: any;
export const Markers: any;
export const Accessibility: any;
export const PromotionDialog: any;
export const PROMOTION_DIALOG_RESULT_TYPE: any;
export const COLOR: any;
export const INPUT_EVENT_TYPE: any;
export const BORDER_TYPE: any;
export const MARKER_TYPE: any;
