export { createSavedView, deleteSavedView, getSavedView, listSavedViews, updateSavedView } from "./manage-views.ts";
export { VIEWED_LISTS } from "./saved-view.ts";
